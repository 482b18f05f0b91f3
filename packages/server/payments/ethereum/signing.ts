import type { HDKey } from '@scure/bip32'
import type { SigningWish } from '../signer/limits.ts'
import type { Refused, SigningChain, SigningKind, SigningPlan } from '../signer/signing-chain.ts'
import { findContract, isLostAt } from './contracts.ts'
import { ethereumNetworkName } from './keys.ts'
import { signEthereum } from './sign-transaction.ts'
import { type EthereumRequest, ethereumRequest } from './signer-request.ts'

/** Key, chain ID, and the contracts by the codes of their tokens. */
export type EthereumSigning = {
  key: HDKey
  chainId: number
  contracts: Readonly<Partial<Record<string, string>>>
}

const kind = {
  title: 'Ethereum',
  methods: ['sign_ethereum', 'sign_gas', 'sign_sweep']
} as const

/** Units of 1e-8 USD in the smallest unit of USDT and USDC, which have six decimals. */
const unitsPerTokenUnit = 100n

export const ethereumSigning: SigningKind = {
  ...kind,
  name: 'ethereum',
  connect: (key, { ETHEREUM_CHAIN_ID, USDT_CONTRACT, USDC_CONTRACT }) =>
    createEthereumSigning({
      key,
      chainId: ETHEREUM_CHAIN_ID,
      contracts: {
        ...(USDT_CONTRACT ? { USDT: USDT_CONTRACT } : {}),
        ...(USDC_CONTRACT ? { USDC: USDC_CONTRACT } : {})
      }
    })
}

export function createEthereumSigning(chain: EthereumSigning): SigningChain {
  return {
    ...kind,
    key: chain.key,
    network: ethereumNetworkName(chain.chainId),
    plan(asked, { coin: { once } }) {
      const request = ethereumRequest.parse(asked)
      if (request.chainId !== chain.chainId) return null
      const coin = coinWish(request)
      if (coin.amount > once)
        return refused('fee_refused', `${coin.amount} wei is over the limit of ${once} for gas`)
      return planOf(chain, request, coin)
    }
  }
}

function planOf(
  { key, contracts }: EthereumSigning,
  request: EthereumRequest,
  coin: SigningWish
): SigningPlan | Refused {
  const none = { ok: true, asset: 'USD', payments: [], spends: coin.spends } as const
  // Coin for gas goes to an address of ours, which the signer derives itself.
  if (request.method === 'sign_gas')
    return { ...none, wishes: [coin], sign: () => signEthereum(key, null, request) }
  const contract = findContract({ tokens: contracts }, request.tokenCode)
  if (contract === null) return refused('no_key', `there is no key for ${request.tokenCode}`)
  const sign = () => signEthereum(key, contract, request)
  // Tokens of a sweep stay with us as well, and its gas was counted when the coin for it was sent.
  if (request.method === 'sign_sweep') return { ...none, wishes: null, sign }
  const { withdrawal, address, insteadOf, approval, tokenCode: token } = request
  if (isLostAt({ tokens: contracts }, address))
    return refused('address_refused', `tokens would be lost at ${address}`)
  const amount = request.amount * unitsPerTokenUnit
  return {
    ...none,
    payments: [{ withdrawal, address, insteadOf, approval, token, amount }],
    wishes: [{ asset: 'USD', amount, spends: coin.spends }, coin],
    sign
  }
}

/** Counts the maximum wei that a transaction can cost its sender, including the amount that it carries. */
function coinWish(request: EthereumRequest): SigningWish {
  const gas = request.gas * request.maxFeePerGas
  const amount = request.method === 'sign_gas' ? gas + request.amount : gas
  return { asset: 'coin', amount, spends: [`${request.chainId}:${request.nonce}`] }
}

function refused(code: string, detail: string): Refused {
  return { ok: false, code, detail }
}
