import { decodeFunctionData, erc20Abi, keccak256, parseTransaction } from 'viem'

export type ReadPayout = {
  id: string
  to: string
  /** Amount of the chain's own coin, in wei. */
  value: bigint
  /** The token transfer that the transaction calls, in the token's own smallest unit; null without a transfer. */
  transfer: { to: string; amount: bigint } | null
}

/** Reads a signed transaction from its bytes; throws when they are invalid. */
export function readPayout(raw: string): ReadPayout {
  const { to = null, value = 0n, data } = parseTransaction(raw as `0x02${string}`)
  return {
    id: keccak256(raw as `0x${string}`),
    to: to ?? '',
    value,
    transfer: data ? readTransferCall(data) : null
  }
}

function readTransferCall(data: `0x${string}`): { to: string; amount: bigint } | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    return functionName === 'transfer' ? { to: args[0], amount: args[1] } : null
  } catch {
    return null
  }
}
