import type { EthereumConfig, PaymentsConfig } from '../../config/payments.ts'
import type { Chain, ChainKind } from '../chain.ts'
import { readExtendedKey } from '../facts/extended-key.ts'
import type { TokenKind } from '../facts/tokens.ts'
import { checkEthereumNode } from './check-node.ts'
import { checkEthereumPayouts } from './check-payouts.ts'
import { createEthereumClient } from './client.ts'
import { contractOf, findContract, isLostAt } from './contracts.ts'
import { ethereumEvidence } from './evidence.ts'
import { readEthereumHoldings } from './holdings.ts'
import { ethereumAddressAt, ethereumNetworkName, isEthereumAddress, payingAddress } from './keys.ts'
import { isOwnEthereumAddress } from './own-addresses.ts'
import { payEthereum } from './pay.ts'
import { createTokenFaucet } from './token-faucet.ts'
import { watchEthereum } from './watch.ts'

/** Polling interval: blocks come every few seconds, and a person may be waiting for a payment on the page. */
const everyMs = 5_000
/** Chain ID that development nodes use. */
const developmentChainId = 31_337

/** Ethereum-like chain: dollars in tokens, and gas in a coin that is not a currency here. */
export type EthereumKind = {
  name: string
  title: string
  tokens: readonly TokenKind[]
  configOf: (config: PaymentsConfig) => EthereumConfig | null
}

/** USDT and USDC have six decimals. */
const dollar = { type: 'erc20', asset: 'USD', step: 100n } as const

export const ethereum = createEthereumKind({
  name: 'ethereum',
  title: 'Ethereum',
  tokens: [
    { code: 'USDT', ...dollar },
    { code: 'USDC', ...dollar }
  ],
  configOf: config => config.ethereum
})

export function createEthereumKind({ configOf, ...own }: EthereumKind): ChainKind {
  const kind = {
    ...own,
    feeAsset: null,
    nodeKnowsAddresses: false,
    anchoring: null,
    checkPayouts: checkEthereumPayouts
  }
  return {
    ...kind,
    connect(payments) {
      const config = configOf(payments)
      return config && { ...kind, ...connectEthereum(config, own.tokens) }
    }
  }
}

function connectEthereum(config: EthereumConfig, kinds: readonly TokenKind[]) {
  const { name: chain, confirmations, chainId } = config
  const tokens = kinds
    .filter(it => findContract(config, it.code) !== null)
    .map(it => ({ ...it, chain, confirmations, minimumDeposit: null }))
  return {
    network: ethereumNetworkName(chainId),
    asset: 'USD',
    tokens,
    confirmations,
    addressAt: index => ethereumAddressAt(readExtendedKey(config.xpub), index),
    isAddress: text => isEthereumAddress(text) && !isLostAt(config, text),
    isOwnPlace: (tx, address) => isOwnEthereumAddress(tx, config, address),
    payingAddress: () => payingAddress(config),
    // Payment URI of EIP 681.
    paymentUri: (code, address) =>
      `ethereum:${contractOf(config, code)}@${chainId}/transfer?address=${address}`,
    everyMs,
    paysWhileReading: false,
    watch: context => watchEthereum(context, config),
    pay: (context, socketPath) => payEthereum(context, config, socketPath),
    checkNode: now => checkEthereumNode(config, now),
    readHeight: async () => Number(await createEthereumClient(config).getBlockNumber()),
    readHoldings: context => readEthereumHoldings(context, config),
    findAnchor: async () => null,
    evidence: () => ethereumEvidence(createEthereumClient(config), config),
    faucet: () => (chainId === developmentChainId ? createTokenFaucet(config) : null)
  } satisfies Partial<Chain>
}
