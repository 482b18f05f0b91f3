import { createPublicClient, erc20Abi, getAddress, http, type PublicClient } from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'

export type EthereumClient = PublicClient

const timeoutMs = 30_000
/** Tokens are counted in units of 1e-8 here, whatever they count in themselves. */
const ourDecimals = 8
/** Of the coin that pays for gas. */
export const coinDecimals = 18

/** One answer or an error: what is tried again is for the caller to know. */
export function createEthereumClient(config: Pick<EthereumConfig, 'rpcUrl'>): EthereumClient {
  return createPublicClient({
    transport: http(config.rpcUrl, { retryCount: 0, timeout: timeoutMs, batch: true })
  })
}

export async function readDecimals(client: EthereumClient, contract: string): Promise<number> {
  return client.readContract({
    address: getAddress(contract),
    abi: erc20Abi,
    functionName: 'decimals'
  })
}

export async function readTokenBalance(
  client: EthereumClient,
  contract: string,
  owner: string,
  blockNumber?: bigint
): Promise<bigint> {
  return client.readContract({
    ...(blockNumber === undefined ? {} : { blockNumber }),
    address: getAddress(contract),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [getAddress(owner)]
  })
}

/** A remainder that is smaller than our unit is dropped and credited to no one. */
export function toUnits(raw: bigint, decimals: number): bigint {
  const shift = ourDecimals - decimals
  return shift >= 0 ? raw * 10n ** BigInt(shift) : raw / 10n ** BigInt(-shift)
}

/** The token's own smallest units; never more than the amount. */
export function fromUnits(units: bigint, decimals: number): bigint {
  const shift = ourDecimals - decimals
  return shift >= 0 ? units / 10n ** BigInt(shift) : units * 10n ** BigInt(-shift)
}
