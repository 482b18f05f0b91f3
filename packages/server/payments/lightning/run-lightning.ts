import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { BitcoinConfig, LightningConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import { inOneProcess } from '../../db/one-process.ts'
import { createBitcoinRpc } from '../bitcoin/rpc.ts'
import { saveLightningHealth, saveStopped } from '../lightning-health.ts'
import { creditInvoice, forwardInvoices, isUnforwarded } from './deposits/credit-invoice.ts'
import { isOrdered, makeInvoices } from './deposits/make-invoices.ts'
import { createGuard, type Guard } from './guard.ts'
import type { Lightning } from './lightning.ts'
import { channelsMs, saveChannels } from './liquidity/save-channels.ts'
import { checkInvoices, forgetChecks, isUnread } from './withdrawals/check-invoices.ts'
import { endPayment } from './withdrawals/end-payment.ts'
import { endExpired, isUnpaid, payInvoices } from './withdrawals/pay-invoices.ts'

/** Number of the advisory lock of the process that runs the node, different from every other lock's. */
const lockNumber = 1_814_562_391
const healthMs = 5_000
const workMs = 100

/**
 * Runs the embedded Lightning node until the signal or an error, in one process at a time: the one that holds the lock.
 * Returns at once when another process has it. If the connection with the lock is lost, the next process starts the node
 * again, and the first one can save nothing any longer.
 */
export async function runLightning(context: Context, signal: AbortSignal): Promise<void> {
  const { lightning, bitcoin } = context.config.payments
  if (!lightning || !bitcoin) return
  const config = { lightning, bitcoin }
  await inOneProcess(context.db, lockNumber, async () => {
    try {
      await runNode(context, config, signal)
    } catch (error) {
      await saveStopped(context, (error as Error).message)
      throw error
    }
  })
}

async function runNode(
  context: Context,
  { lightning, bitcoin }: { lightning: LightningConfig; bitcoin: BitcoinConfig },
  signal: AbortSignal
): Promise<void> {
  // Loaded only here, because LDK needs 200 MB.
  const { startLdkNode } = await import('./ldk/node.ts')
  const node = await startLdkNode({
    db: context.db,
    blocks: createBitcoinRpc(bitcoin),
    credit: creditInvoice,
    decided: endPayment,
    now: context.now,
    warn: message => context.log.warn(`Lightning: ${message}`),
    ...lightning
  })
  try {
    context.log.info({ publicKey: node.publicKey }, 'the Lightning node has started')
    const guard = createGuard(context)
    let [checkedAt, savedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
    while (!signal.aborted) {
      if (performance.now() - checkedAt >= healthMs) {
        await checkHealth(context, node, guard)
        await guard.run('expired invoices', () => endExpired(context, node))
        await guard.run('old requests', () => forgetChecks(context))
        checkedAt = performance.now()
      }
      if (performance.now() - savedAt >= channelsMs) {
        await guard.run('channels', () => saveChannels(context, node))
        savedAt = performance.now()
      }
      await doWork(context, node, guard)
      await sleep(workMs, undefined, { signal }).catch(() => {})
    }
  } finally {
    node.close()
  }
}

/** Does what waits. Each part is guarded by itself: deposits continue while, for example, a wrong clock stops payments. */
async function doWork(context: Context, node: Lightning, guard: Guard): Promise<void> {
  let work: Work | undefined
  await guard.run('looking for work', async () => {
    work = await findWork(context)
  })
  if (work?.hasOrders) await guard.run('invoices', () => makeInvoices(context, node))
  if (work?.hasChecks) await guard.run('reading invoices', () => checkInvoices(context, node))
  if (work?.hasPayments) await guard.run('payments', () => payInvoices(context, node))
  if (work?.hasForwards) await guard.run('deposits of campaigns', () => forwardInvoices(context))
}

type Work = { hasOrders: boolean; hasChecks: boolean; hasPayments: boolean; hasForwards: boolean }

/** Returns what there is to do. Most of the time it is nothing, so a single query asks for all of it. */
async function findWork({ db, now }: Context): Promise<Work | undefined> {
  const { rows } = await sql<Work>`
    select exists (select from lightning_deposits where ${isOrdered}) as "hasOrders",
      exists (select from lightning_invoice_checks where ${isUnread}) as "hasChecks",
      exists (select from withdrawals where ${isUnpaid(now())}) as "hasPayments",
      exists (select from lightning_deposits where ${isUnforwarded}) as "hasForwards"`.execute(db)
  return rows[0]
}

/** Saves how the node is. Throws only when it has stopped, so that it is started again. */
async function checkHealth(
  context: Context,
  node: Pick<Lightning, 'health'>,
  guard: Guard
): Promise<void> {
  const health = await node.health()
  if (health.stopped !== null) throw new Error(health.stopped)
  await guard.run('health', () => saveLightningHealth(context, health, guard.failures()))
}
