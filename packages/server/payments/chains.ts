import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { PaymentsConfig } from '../config/payments.ts'
import { bitcoin } from './bitcoin/chain.ts'
import type { Chain, ChainKind } from './chain.ts'
import { ethereum } from './ethereum/chain.ts'
import type { ChainName } from './facts/chain-facts.ts'
import type { Token } from './facts/tokens.ts'

/** The chains that can be connected, one line each. Everything else about a chain is in its folder. */
export const chainKinds: ChainKind[] = [bitcoin, ethereum]

/** Returns the chains that the operator has configured. */
export function chainsOf(config: PaymentsConfig): Chain[] {
  return chainKinds.flatMap(it => it.connect(config) ?? [])
}

export function chainOf(config: PaymentsConfig, name: ChainName): Chain {
  const chain = chainsOf(config).find(it => it.name === name)
  if (!chain) throw new Error(`${name} is not connected`)
  return chain
}

/** Returns the tokens for deposits and withdrawals here: those of every connected chain. */
export function offeredTokens(config: PaymentsConfig): Token[] {
  return chainsOf(config).flatMap(it => it.tokens)
}

/** Returns the tokens that are counted in an asset of ours, with their codes; a chain's own coin may be missing. */
export function knownTokens(): { code: TokenCode; asset: Asset }[] {
  return chainKinds.flatMap(it => it.tokens)
}
