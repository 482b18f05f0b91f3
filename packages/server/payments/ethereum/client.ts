import { createPublicClient, erc20Abi, getAddress, http, type PublicClient } from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'

export type EthereumClient = PublicClient

const timeoutMs = 30_000
/** Number of decimals in which the books count tokens, in units of 1e-8. */
const ourDecimals = 8
/** Number of decimals of the coin that pays for gas. */
export const coinDecimals = 18

/** Creates a client that makes each call once, without retries: the caller knows what may be tried again. */
export function createEthereumClient(
  config: Pick<EthereumConfig, 'rpcUrl'>,
  timeout = timeoutMs
): EthereumClient {
  return createPublicClient({
    transport: http(config.rpcUrl, { retryCount: 0, timeout, batch: true })
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

/** Converts a token amount to units of 1e-8; a smaller remainder is dropped and credited to no one. */
export function toUnits(raw: bigint, decimals: number): bigint {
  const shift = ourDecimals - decimals
  return shift >= 0 ? raw * 10n ** BigInt(shift) : raw / 10n ** BigInt(-shift)
}

/** Converts units of 1e-8 to the token's own smallest units, rounded down. */
export function fromUnits(units: bigint, decimals: number): bigint {
  const shift = ourDecimals - decimals
  return shift >= 0 ? units / 10n ** BigInt(shift) : units * 10n ** BigInt(-shift)
}
