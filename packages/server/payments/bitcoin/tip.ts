import type { Database } from '../../db/connect.ts'
import { type ChainName, type ChainState, NodeBehind, refuseBehind } from '../facts/chain-facts.ts'
import { type BitcoinRpc, RpcError, rpcCodes } from './rpc.ts'

type Info = {
  blocks: number
  bestblockhash: string
  /** Total work of the chain, in hexadecimal. */
  chainwork: string
  initialblockdownload: boolean
}
export type Tip = { height: number; hash: string; work: bigint }

/** Reads the tip of the node's chain; throws `NodeBehind` while the node is syncing or behind what was read before. */
export async function readTip(
  rpc: BitcoinRpc,
  known: Pick<ChainState, 'height' | 'tipHash' | 'work'>
): Promise<Tip> {
  const info = await rpc.call<Info>('getblockchaininfo')
  if (info.initialblockdownload)
    throw new NodeBehind(`The node is at block ${info.blocks} and still syncing`)
  const tip = {
    height: info.blocks,
    hash: info.bestblockhash,
    work: BigInt(`0x${info.chainwork}`)
  }
  await refuseBehind(known, tip, height => hashAt(rpc, height))
  return tip
}

/** Throws while the node is behind what was read before, since it then shows coins that are already spent. */
export async function requireTip(db: Database, rpc: BitcoinRpc, chain: ChainName): Promise<void> {
  const known = await db
    .selectFrom('chains')
    .select(['height', 'tip_hash as tipHash', 'work'])
    .where('name', '=', chain)
    .executeTakeFirstOrThrow()
  await readTip(rpc, known)
}

/** Returns the hash of the active chain's block at a height; null when the chain is shorter. */
export async function hashAt(rpc: BitcoinRpc, height: number): Promise<string | null> {
  try {
    return await rpc.call<string>('getblockhash', height)
  } catch (error) {
    if (error instanceof RpcError && error.code === rpcCodes.outOfRange) return null
    throw error
  }
}
