import type { Coin } from '../payouts/payout-store.ts'
import { isWorthSpending } from './coins.ts'
import { type BitcoinRpc, isNotFound, RpcError, rpcCodes, satoshis } from './rpc.ts'

/** Fees in satoshis per byte: the minimum, and the default while the node has too little data for an estimate. */
const minFeePerByte = 2n
const usualFeePerByte = 10n
/** Maximum fee in satoshis per byte; higher estimates of the node are not trusted. */
const maxFeePerByte = 500n

type Unspent = {
  txid: string
  vout: number
  address: string
  amount: string
  confirmations: number
  desc?: string
}

/** Returns spendable coins: deposits with enough confirmations, and confirmed change from our own payouts. */
export async function readCoins(rpc: BitcoinRpc, confirmations: number): Promise<Coin[]> {
  const unspent = await rpc.wallet<Unspent[]>('listunspent', 1, 9_999_999, [], true)
  return unspent.flatMap(it => {
    const place = placeOf(it.desc)
    if (!place || it.confirmations < (place.branch === 1 ? 1 : confirmations)) return []
    const { txid: transactionId, vout: output, address } = it
    return [{ transactionId, output, address, amount: satoshis(it.amount), ...place }]
  })
}

/** Returns the bytes of a transaction that the wallet knows, in hexadecimal. */
export async function readWhole(rpc: BitcoinRpc, transactionId: string): Promise<string> {
  const { hex } = await rpc.wallet<{ hex: string }>('gettransaction', transactionId)
  return hex
}

/** Whether an address is the network's own, so that money sent to it comes back. */
export async function isOwnAddress(rpc: BitcoinRpc, address: string): Promise<boolean> {
  return (await rpc.wallet<{ ismine: boolean }>('getaddressinfo', address)).ismine
}

/** Reads an output of ours, spent or not; null when it is not one of the wallet's own. */
export async function readOwnCoin(
  rpc: BitcoinRpc,
  transactionId: string,
  output: number
): Promise<Coin | null> {
  try {
    const { decoded } = await rpc.wallet<{
      decoded: { vout: { value: string; scriptPubKey: { address?: string } }[] }
    }>('gettransaction', transactionId, true, true)
    const found = decoded.vout[output]
    const address = found?.scriptPubKey.address
    if (!found || address === undefined) return null
    const { desc } = await rpc.wallet<{ desc?: string }>('getaddressinfo', address)
    const place = placeOf(desc)
    return place && { transactionId, output, amount: satoshis(found.value), address, ...place }
  } catch (error) {
    if (error instanceof RpcError && error.code === rpcCodes.notFound) return null
    throw error
  }
}

/** Reads branch and index from the descriptor of a single output, such as `wpkh([…/0/5]…)`. */
export function placeOf(descriptor: string | undefined): { branch: 0 | 1; index: number } | null {
  const match = /\[[0-9a-f]{8}(?:\/\d+[h']?)*\/([01])\/(\d+)\]/.exec(descriptor ?? '')
  return match ? { branch: match[1] === '1' ? 1 : 0, index: Number(match[2]) } : null
}

/**
 * Sums everything that the watched addresses hold. Unconfirmed outputs count only when they come from our own
 * addresses, such as change: a stranger's payment may still be replaced.
 */
export async function readHoldings(
  rpc: BitcoinRpc
): Promise<{ spendable: bigint; tooSmall: bigint }> {
  const unspent = await rpc.wallet<Unspent[]>('listunspent', 0, 9_999_999, [], true)
  const known = new Map<string, boolean>()
  const sums = { spendable: 0n, tooSmall: 0n }
  for (const it of unspent) {
    const amount = satoshis(it.amount)
    const kind = isWorthSpending(amount, usualFeePerByte) ? 'spendable' : 'tooSmall'
    if (it.confirmations === 0 && !known.has(it.txid))
      known.set(it.txid, await spendsOnlyOurs(rpc, it.txid))
    if (it.confirmations > 0 || known.get(it.txid)) sums[kind] += amount
  }
  return sums
}

export type Decoded = {
  vin: { txid?: string; vout?: number }[]
  vout: { n: number; scriptPubKey: { address?: string } }[]
}

async function spendsOnlyOurs(rpc: BitcoinRpc, transactionId: string): Promise<boolean> {
  const spending = await readDecoded(rpc, transactionId)
  for (const { txid, vout } of spending?.vin ?? []) {
    const parent = txid === undefined ? null : await readDecoded(rpc, txid)
    const address = parent?.vout.find(it => it.n === vout)?.scriptPubKey.address
    if (address === undefined) return false
    const { ismine } = await rpc.wallet<{ ismine: boolean }>('getaddressinfo', address)
    if (!ismine) return false
  }
  return spending !== null
}

/**
 * Reads a decoded transaction; null when the wallet does not know it, so that it neither pays nor spends anything of
 * ours.
 */
async function readDecoded(rpc: BitcoinRpc, transactionId: string): Promise<Decoded | null> {
  try {
    const { decoded } = await rpc.wallet<{ decoded: Decoded }>(
      'gettransaction',
      transactionId,
      true,
      true
    )
    return decoded
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

export async function readFeePerByte(rpc: BitcoinRpc): Promise<bigint> {
  const { feerate } = await rpc.call<{ feerate?: string }>('estimatesmartfee', 6)
  if (feerate === undefined) return usualFeePerByte
  const perByte = (satoshis(feerate) + 999n) / 1_000n
  if (perByte < minFeePerByte) return minFeePerByte
  return perByte > maxFeePerByte ? maxFeePerByte : perByte
}

export type Standing =
  | { type: 'unknown' }
  /** Negative `confirmations`: a conflicting transaction was mined that many blocks ago. */
  | { type: 'known'; confirmations: number; block: { hash: string; height: number } | null }

/** Asks the node's wallet for the state of a transaction of ours. */
export async function readStanding(rpc: BitcoinRpc, transactionId: string): Promise<Standing> {
  try {
    const { confirmations, blockheight, blockhash } = await rpc.wallet<{
      confirmations: number
      blockheight?: number
      blockhash?: string
    }>('gettransaction', transactionId)
    const isInBlock = confirmations > 0 && blockheight !== undefined && blockhash !== undefined
    const block = isInBlock ? { hash: blockhash, height: blockheight } : null
    return { type: 'known', confirmations, block }
  } catch (error) {
    if (error instanceof RpcError && error.code === rpcCodes.notFound) return { type: 'unknown' }
    throw error
  }
}

/** How many blocks back to search for transactions that spent a coin of ours. */
const spendsWithin = 1_000

/**
 * Returns the outputs, as `transaction:output`, that the wallet's transactions other than `but` have spent at least
 * `depth` blocks deep in the chain.
 */
export async function readDeepSpends(
  rpc: BitcoinRpc,
  depth: number,
  but: ReadonlySet<string>
): Promise<Set<string>> {
  const height = await rpc.call<number>('getblockcount')
  const since = await rpc.call<string>('getblockhash', Math.max(0, height - spendsWithin))
  const { transactions } = await rpc.wallet<{
    transactions: { txid: string; category: string; confirmations: number }[]
  }>('listsinceblock', since)
  const deep = transactions.filter(
    it => it.category === 'send' && it.confirmations >= depth && !but.has(it.txid)
  )
  const spent = new Set<string>()
  for (const id of new Set(deep.map(it => it.txid))) {
    const { decoded } = await rpc.wallet<{ decoded: { vin: { txid?: string; vout?: number }[] } }>(
      'gettransaction',
      id,
      true,
      true
    )
    for (const it of decoded.vin) spent.add(`${it.txid}:${it.vout}`)
  }
  return spent
}

/** Maximum number of unconfirmed ancestors that a node accepts for a transaction. */
const maxAncestors = 25

/**
 * Broadcasts a transaction and, if the node refuses, tries again after its parents: a reorganization drops payments
 * whose lock time is above the new tip, with everything that spends them, and the payer may never send them again.
 */
export async function broadcastWithAncestors(
  rpc: BitcoinRpc,
  raw: string,
  parents: readonly string[]
): Promise<{ ok: true } | { ok: false; detail: string }> {
  const taken = await broadcast(rpc, raw)
  if (taken.ok) return taken
  await broadcastWaiting(rpc, parents, new Set())
  return broadcast(rpc, raw)
}

async function broadcastWaiting(
  rpc: BitcoinRpc,
  transactionIds: readonly string[],
  seen: Set<string>
): Promise<void> {
  for (const id of transactionIds) {
    if (seen.has(id) || seen.size >= maxAncestors) continue
    seen.add(id)
    const waiting = await readWaiting(rpc, id)
    if (!waiting) continue
    await broadcastWaiting(rpc, waiting.parents, seen)
    await broadcast(rpc, waiting.raw)
  }
}

/** Reads a transaction that the wallet knows and that is neither in a block nor replaced by another one. */
async function readWaiting(
  rpc: BitcoinRpc,
  transactionId: string
): Promise<{ raw: string; parents: string[] } | null> {
  try {
    const found = await rpc.wallet<{
      confirmations: number
      hex: string
      decoded: { vin: { txid?: string }[] }
    }>('gettransaction', transactionId, true, true)
    if (found.confirmations !== 0) return null
    return { raw: found.hex, parents: found.decoded.vin.flatMap(it => it.txid ?? []) }
  } catch (error) {
    if (error instanceof RpcError && error.code === rpcCodes.notFound) return null
    throw error
  }
}

/** Hands a transaction to the node. A transaction that is already in its pool or in the chain counts as accepted. */
async function broadcast(
  rpc: BitcoinRpc,
  raw: string
): Promise<{ ok: true } | { ok: false; detail: string }> {
  try {
    await rpc.call('sendrawtransaction', raw)
    return { ok: true }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    if (error.code === rpcCodes.alreadyInChain) return { ok: true }
    return { ok: false, detail: error.message }
  }
}
