import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import { zeroAddress } from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'

type Contracts = Pick<EthereumConfig, 'tokens'>

/** Returns each token that is offered on this chain, with its contract. */
export function contractsOf({ tokens }: Contracts): [TokenCode, string][] {
  return Object.entries(tokens) as [TokenCode, string][]
}

/**
 * Whether tokens sent to the address would be lost: it is the zero address, which most contracts refuse at the price of
 * gas, or a token contract.
 */
export function isLostAt(config: Contracts, address: string): boolean {
  const places = [zeroAddress, ...contractsOf(config).map(([, contract]) => contract.toLowerCase())]
  return places.includes(address.toLowerCase())
}

/** Returns a token's contract; null for a token that is not offered on this chain. */
export function findContract(config: Contracts, tokenCode: string): string | null {
  return contractsOf(config).find(([code]) => code === tokenCode)?.[1] ?? null
}

export function contractOf(config: Contracts, tokenCode: string): string {
  const contract = findContract(config, tokenCode)
  if (contract === null) throw new Error(`There is no contract of ${tokenCode}`)
  return contract
}
