import type { Asset } from '@mille/money/amount.ts'
import type { PaymentsConfig } from '../config-payments.ts'
import type { ChainName, TokenCode } from './chain-facts.ts'

export type Token = {
  code: TokenCode
  type: 'native' | 'erc20'
  asset: Asset
  chain: ChainName
  confirmations: number
  /** The least that the token itself can express, in units of 1e-8. */
  step: bigint
}

/** USDT and USDC have six decimals. */
const tokenStep = 100n

/** What can be paid in and out here: each token whose chain is connected. */
export function offeredTokens({ bitcoin, ethereum }: PaymentsConfig): Token[] {
  const tokens: Token[] = []
  if (bitcoin) {
    const { confirmations } = bitcoin
    const token = { code: 'BTC', type: 'native', asset: 'BTC', chain: 'bitcoin' } as const
    tokens.push({ ...token, confirmations, step: 1n })
  }
  for (const code of ['USDT', 'USDC'] as const) {
    if (!ethereum?.tokens[code]) continue
    const { confirmations } = ethereum
    const token = { code, type: 'erc20', asset: 'USD', chain: 'ethereum' } as const
    tokens.push({ ...token, confirmations, step: tokenStep })
  }
  return tokens
}

/** What a wallet's QR reader understands: BIP 21, and EIP 681 for a token's contract. */
export function paymentUri(config: PaymentsConfig, code: string, address: string): string {
  if (code === 'BTC') return `bitcoin:${address}`
  const contract = code === 'USDT' || code === 'USDC' ? config.ethereum?.tokens[code] : undefined
  if (!config.ethereum || !contract) return address
  return `ethereum:${contract}@${config.ethereum.chainId}/transfer?address=${address}`
}
