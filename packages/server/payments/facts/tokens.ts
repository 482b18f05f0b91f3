import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { ChainName } from './chain-facts.ts'

/** A token of a chain, whether or not it is connected. */
export type TokenKind = {
  code: TokenCode
  type: 'native' | 'erc20'
  asset: Asset
  /** The smallest amount that the token itself can express, in units of 1e-8. */
  step: bigint
}
/** One that can be paid in and out here. */
export type Token = TokenKind & {
  chain: ChainName
  confirmations: number
  /** In units of 1e-8; null where every payment is credited. */
  minimumDeposit: bigint | null
}
