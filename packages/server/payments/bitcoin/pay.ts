import type { BitcoinConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import { anchorOf, openAnchors, setAnchorBlock } from '../payouts/anchors.ts'
import { openPayouts, type Payout } from '../payouts/payout.ts'
import {
  failPayout,
  inputsOf,
  markSent,
  setHeight,
  settleDepth,
  settlePayout
} from '../payouts/payout-store.ts'
import { signDue } from '../payouts/sign-due.ts'
import { isDead } from './dead.ts'
import { broadcastWithAncestors, readStanding } from './node-wallet.ts'
import { dropAnchors, raiseFees } from './raise-fees.ts'
import { type BitcoinRpc, createBitcoinRpc } from './rpc.ts'
import { signLocked } from './sign.ts'
import { requireTip } from './tip.ts'

/**
 * Takes withdrawals one step further: signs those that are due and stores the bytes, sends signed payouts, and settles
 * those deep in the chain. Every step starts from committed data, so it may be interrupted anywhere.
 */
export async function payBitcoin(
  context: Context,
  config: BitcoinConfig,
  socketPath: string
): Promise<void> {
  const rpc = createBitcoinRpc(config)
  await requireTip(context.db, rpc, config.name)
  // Payouts that are already signed are sent even while the signer cannot be reached.
  await sendSigned(context, rpc, config)
  await settleDeep(context, rpc, config)
  await followAnchors(context, rpc, config)
  const signer = { rpc, config, socketPath }
  await signDue(context, config.name, (tx, due) => signLocked(tx, context, signer, due))
  await raiseFees(context, signer)
  const refused = await sendSigned(context, rpc, config)
  if (refused.length === 0) return
  await dropAnchors(context, signer, refused)
  await sendSigned(context, rpc, config)
}

/** Sends the stored bytes, the same each time. Returns payouts with an anchor that the node refused. */
async function sendSigned(
  context: Context,
  rpc: BitcoinRpc,
  { name }: BitcoinConfig
): Promise<Payout[]> {
  const refused: Payout[] = []
  const open = await openPayouts(context.db, name)
  const newest = new Map(open.map(it => [it.rootId, it]))
  for (const payout of open) {
    // Skips payouts that a newer one has replaced.
    if (payout.state !== 'signed' || newest.get(payout.rootId) !== payout) continue
    const taken = await send(context, rpc, payout)
    if (taken.ok) {
      await context.db.transaction().execute(tx => markSent(tx, payout, context.now()))
    } else if (await isDead(context, rpc, payout)) {
      await context.db.transaction().execute(tx => failPayout(tx, payout))
    } else {
      context.log.warn(
        { payout: payout.id, detail: taken.detail },
        'the node does not take a payout'
      )
      if ((await anchorOf(context.db, payout.id)) !== null) refused.push(payout)
    }
  }
  return refused
}

async function send(context: Context, rpc: BitcoinRpc, payout: Payout) {
  const inputs = await inputsOf(context.db, payout.id)
  return broadcastWithAncestors(
    rpc,
    payout.raw,
    inputs.map(it => it.transactionId)
  )
}

async function settleDeep(
  context: Context,
  rpc: BitcoinRpc,
  { name, confirmations }: BitcoinConfig
): Promise<void> {
  const depth = confirmations + settleDepth
  const open = await openPayouts(context.db, name)
  const settled = new Set<number>()
  for (const payout of open) {
    if (settled.has(payout.rootId)) continue
    const standing = await readStanding(rpc, payout.transactionId)
    if (standing.type === 'unknown') {
      // The node has forgotten the transaction, so it is sent again.
      if (payout.state !== 'sent') continue
      const taken = await send(context, rpc, payout)
      if (taken.ok || !(await isDead(context, rpc, payout))) continue
      await context.db.transaction().execute(tx => failPayout(tx, payout))
      settled.add(payout.rootId)
      continue
    }
    await setHeight(context.db, payout, standing.block?.height ?? null)
    if (standing.confirmations >= depth) {
      await settlePayout(context, payout, 'BTC')
      settled.add(payout.rootId)
    } else if (standing.confirmations === 0 && payout.state === 'sent') {
      await send(context, rpc, payout)
    } else if (standing.confirmations < 0 && (await isDead(context, rpc, payout))) {
      await context.db.transaction().execute(tx => failPayout(tx, payout))
      settled.add(payout.rootId)
    }
  }
}

/** Records which block each anchor is in, for as long as that may change, even after its payout is settled. */
async function followAnchors(
  context: Context,
  rpc: BitcoinRpc,
  { name }: BitcoinConfig
): Promise<void> {
  for (const it of await openAnchors(context.db, name)) {
    const standing = await readStanding(rpc, it.transactionId)
    await setAnchorBlock(context.db, it, standing.type === 'known' ? standing.block : null)
  }
}
