import {
  type Confirm,
  Option_ThirtyTwoBytesZ_Some,
  TwoTuple_usizeTransactionZ
} from 'lightningdevkit'
import { fromHex, toId } from './bytes.ts'

/** What is asked of Bitcoin Core; `createBitcoinRpc` gives it. */
export type BlockSource = {
  call: <Answer>(method: string, ...params: readonly unknown[]) => Promise<Answer>
}
export type BlockPlace = { hash: string; height: number }

type Block = { place: BlockPlace; header: Uint8Array; transactions: readonly Uint8Array[] }
type Header = { height: number; confirmations: number; previousblockhash?: string }

export async function readTip(source: BlockSource): Promise<BlockPlace> {
  const hash = await source.call<string>('getbestblockhash')
  const { height } = await source.call<Header>('getblockheader', hash)
  return { hash, height }
}

/**
 * Tells the listeners of every block after the given place, and first of transactions that a reorganization took.
 * Returns the last block read. Blocks that a listener has seen may be given again.
 */
export async function followBlocks(
  source: BlockSource,
  listeners: readonly Confirm[],
  from: BlockPlace
): Promise<BlockPlace> {
  const tip = await source.call<string>('getbestblockhash')
  if (tip === from.hash) return from
  let place = await findInChain(source, from)
  if (place.hash !== from.hash) await unconfirm(source, listeners)
  const { height } = await source.call<Header>('getblockheader', tip)
  while (place.height < height) {
    const block = await readBlock(source, place)
    // Another reorganization: the next call continues from what is in the chain.
    if (!block) return place
    for (const listener of listeners) connect(listener, block)
    place = block.place
  }
  return place
}

/** Goes back from a block to the last one that is in the chain. */
async function findInChain(source: BlockSource, from: BlockPlace): Promise<BlockPlace> {
  let place = from
  for (;;) {
    const header = await source.call<Header>('getblockheader', place.hash)
    if (header.confirmations >= 0) return place
    if (!header.previousblockhash) throw new Error('The Bitcoin node has another chain')
    place = { hash: header.previousblockhash, height: place.height - 1 }
  }
}

async function unconfirm(source: BlockSource, listeners: readonly Confirm[]): Promise<void> {
  for (const listener of listeners) {
    for (const seen of listener.get_relevant_txids()) {
      const hash = seen.get_c()
      if (!(hash instanceof Option_ThirtyTwoBytesZ_Some)) continue
      const header = await source.call<Header>('getblockheader', toId(hash.some))
      if (header.confirmations < 0) listener.transaction_unconfirmed(seen.get_a())
    }
  }
}

/** Reads the block after the given one; null when it no longer follows that one. */
async function readBlock(source: BlockSource, after: BlockPlace): Promise<Block | null> {
  const height = after.height + 1
  const hash = await source.call<string>('getblockhash', height)
  const [header, block] = await Promise.all([
    source.call<string>('getblockheader', hash, false),
    source.call<{ previousblockhash: string; tx: { hex: string }[] }>('getblock', hash, 2)
  ])
  if (block.previousblockhash !== after.hash) return null
  return {
    place: { hash, height },
    header: fromHex(header),
    transactions: block.tx.map(it => fromHex(it.hex))
  }
}

function connect(listener: Confirm, { place, header, transactions }: Block): void {
  const numbered = transactions.map((bytes, index) =>
    TwoTuple_usizeTransactionZ.constructor_new(index, bytes)
  )
  listener.transactions_confirmed(header, numbered, place.height)
  listener.best_block_updated(header, place.height)
}
