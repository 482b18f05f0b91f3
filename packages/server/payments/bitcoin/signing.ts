import type { HDKey } from '@scure/bip32'
import type { SigningChain, SigningKind } from '../signer/signing-chain.ts'
import { type BitcoinNetwork, bitcoinNetworkName } from './keys.ts'
import { signBitcoin } from './sign-transaction.ts'
import { bitcoinRequest } from './signer-request.ts'

const kind = { title: 'Bitcoin', methods: ['sign_bitcoin'] } as const

export const bitcoinSigning: SigningKind = {
  ...kind,
  name: 'bitcoin',
  connect: (key, { BITCOIN_NETWORK: network }) => createBitcoinSigning({ key, network })
}

export function createBitcoinSigning({
  key,
  network
}: {
  key: HDKey
  network: BitcoinNetwork
}): SigningChain {
  return {
    ...kind,
    key,
    network: bitcoinNetworkName(network),
    plan(asked) {
      const request = bitcoinRequest.parse(asked)
      const signed = signBitcoin(key, network, request)
      if (!signed.ok) return signed
      const { transactionId, raw, leaving: amount } = signed
      const spends = request.inputs.map(it => `${it.transactionId}:${it.output}`)
      return {
        ok: true,
        asset: 'BTC',
        payments: request.payments.map(it => ({ ...it, token: 'BTC' })),
        spends,
        wishes: [{ asset: 'BTC', amount, spends }],
        sign: () => ({ transactionId, raw })
      }
    }
  }
}
