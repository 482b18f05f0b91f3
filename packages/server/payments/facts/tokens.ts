import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { ChainName } from './chain-facts.ts'

/** Token of a chain, whether or not the chain is connected. */
export type TokenKind = {
  code: TokenCode
  type: 'native' | 'erc20'
  asset: Asset
  /** The smallest amount that the token itself can express, in units of 1e-8. */
  step: bigint
}
/** Token that is accepted for deposits and withdrawals here. */
export type Token = TokenKind & {
  chain: ChainName
  confirmations: number
  /** Minimum deposit in units of 1e-8; null when every payment is credited. */
  minimumDeposit: bigint | null
}
