import type { BitcoinConfig, PaymentsConfig } from '../../config/payments.ts'
import type { Chain, ChainKind } from '../chain.ts'
import { readExtendedKey } from '../facts/extended-key.ts'
import { isChangeAddress } from '../payouts/payout-store.ts'
import { anchoredBy, anchorScript } from './anchor.ts'
import { checkBitcoinNode } from './check-node.ts'
import { checkBitcoinPayout } from './check-payout.ts'
import { bitcoinEvidence } from './evidence.ts'
import { createBitcoinFaucet } from './faucet.ts'
import { findAnchor } from './find-anchor.ts'
import { readBitcoinHoldings } from './holdings.ts'
import { addressAt, bitcoinNetworkName, isBitcoinAddress } from './keys.ts'
import { payBitcoin } from './pay.ts'
import { createBitcoinRpc } from './rpc.ts'
import { watchBitcoin } from './watch.ts'

/** Polling interval: payments may arrive at any time, and a person may be waiting for one on the page. */
const everyMs = 5_000
const regtestMs = 500

const kind = {
  name: 'bitcoin',
  title: 'Bitcoin',
  tokens: [{ code: 'BTC', type: 'native', asset: 'BTC', step: 1n }],
  feeAsset: 'BTC',
  nodeKnowsAddresses: true,
  anchoring: { script: hash => Buffer.from(anchorScript(hash)), hashIn: anchoredBy },
  checkPayouts: () => checkBitcoinPayout
} as const satisfies Omit<ChainKind, 'connect'>

export const bitcoin: ChainKind = {
  ...kind,
  connect: ({ bitcoin: config }: PaymentsConfig) => config && connectBitcoin(config)
}

function connectBitcoin(config: BitcoinConfig): Chain {
  const { name, confirmations, minimumDeposit, network, xpub } = config
  return {
    ...kind,
    network: bitcoinNetworkName(network),
    asset: 'BTC',
    tokens: kind.tokens.map(it => ({ ...it, chain: name, confirmations, minimumDeposit })),
    confirmations,
    addressAt: index => addressAt(readExtendedKey(xpub), index, network),
    isAddress: text => isBitcoinAddress(text, network),
    isOwnPlace: (tx, address) => isChangeAddress(tx, name, address),
    payingAddress: () => null,
    // Payment URI of BIP 21.
    paymentUri: (_, address) => `bitcoin:${address}`,
    everyMs: network === 'regtest' ? regtestMs : everyMs,
    paysWhileReading: true,
    watch: context => watchBitcoin(context, config),
    pay: (context, socketPath) => payBitcoin(context, config, socketPath),
    checkNode: now => checkBitcoinNode(config, now),
    readHeight: () => createBitcoinRpc(config).call<number>('getblockcount'),
    readHoldings: context => readBitcoinHoldings(context, config),
    findAnchor: id => findAnchor(config, id),
    evidence: () => bitcoinEvidence(createBitcoinRpc(config)),
    faucet: () => (network === 'regtest' ? createBitcoinFaucet(config) : null)
  }
}
