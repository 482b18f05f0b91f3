import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { chainsOf } from './chains.ts'
import { followDeposits } from './deposits/follow-deposits.ts'
import { runLightning } from './lightning/run-lightning.ts'
import { renewInvoices } from './lightning/withdrawals/renew-invoices.ts'
import { createOutageLog } from './outage-log.ts'
import { refreshRates } from './rates/rates.ts'
import { guardPayouts } from './reserve/reconcile.ts'

const rateMs = 60_000
const guardMs = 60_000
const lightningMs = 1_000

/**
 * Reads the chains and the rates as long as the server runs. Any number of processes may run it: only one reads a chain
 * at a time. Failures are logged and retried, and stored data stays unchanged in the meantime.
 */
export function startPayments(context: Context): { stop: () => Promise<void> } {
  const { rates, signerSocket, lightning } = context.config.payments
  const chains = chainsOf(context.config.payments)
  const stopping = new AbortController()
  const loops: Promise<void>[] = []

  async function repeat(name: string, everyMs: number, work: () => Promise<void>): Promise<void> {
    const outage = createOutageLog(context, name)
    while (!stopping.signal.aborted) {
      try {
        await work()
        outage.worked()
      } catch (error) {
        outage.failed(error as Error)
      }
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  for (const chain of chains) {
    const { name, everyMs } = chain
    const watch = async () => {
      await chain.watch(context)
      await followDeposits(context, name, chain.confirmations)
    }
    const pay = async () => {
      if (signerSocket !== null) await chain.pay(context, signerSocket)
    }
    const isApart = signerSocket !== null && chain.paysWhileReading
    if (isApart) loops.push(repeat(`${name} payouts`, everyMs, pay))
    loops.push(repeat(name, everyMs, isApart ? watch : () => watch().then(pay)))
  }
  const runNode = () => runLightning(context, stopping.signal)
  if (lightning) {
    loops.push(repeat('the Lightning node', lightningMs, runNode))
    // Apart from the node, because strangers' servers may be slow.
    const renew = () => renewInvoices(context)
    loops.push(repeat('invoices of Lightning Addresses', lightningMs, renew))
  }
  if (chains.length > 0) loops.push(repeat('reconciliation', guardMs, () => guardOnceRead(context)))
  if (rates.sources.length > 0) loops.push(repeat('rates', rateMs, () => refreshRates(context)))

  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    }
  }
}

/** Compares holdings with debts only once every chain was read, since the holdings of an unread chain are unknown. */
async function guardOnceRead(context: Context): Promise<void> {
  const names = chainsOf(context.config.payments).map(it => it.name)
  const unread = await context.db
    .selectFrom('chains')
    .select('name')
    .where('read_at', 'is', null)
    .where('name', 'in', names)
    .limit(1)
    .executeTakeFirst()
  if (!unread) await guardPayouts(context)
}
