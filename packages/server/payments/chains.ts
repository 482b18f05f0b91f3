import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { PaymentsConfig } from '../config/payments.ts'
import { bitcoin } from './bitcoin/chain.ts'
import type { Chain, ChainKind } from './chain.ts'
import { ethereum } from './ethereum/chain.ts'
import type { ChainName } from './facts/chain-facts.ts'
import type { Token } from './facts/tokens.ts'

/** The chains that can be connected, a line each. Everything else about one is in its folder. */
export const chainKinds: ChainKind[] = [bitcoin, ethereum]

/** Those that the operator has configured. */
export function chainsOf(config: PaymentsConfig): Chain[] {
  return chainKinds.flatMap(it => it.connect(config) ?? [])
}

export function chainOf(config: PaymentsConfig, name: ChainName): Chain {
  const chain = chainsOf(config).find(it => it.name === name)
  if (!chain) throw new Error(`${name} is not connected`)
  return chain
}

/** What can be paid in and out here: each token whose chain is connected. */
export function offeredTokens(config: PaymentsConfig): Token[] {
  return chainsOf(config).flatMap(it => it.tokens)
}

/** Codes of the tokens that are counted in an asset of ours; a chain's own coin may not be one of them. */
export function knownTokens(): { code: TokenCode; asset: Asset }[] {
  return chainKinds.flatMap(it => it.tokens)
}
