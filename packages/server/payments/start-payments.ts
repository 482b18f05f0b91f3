import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { payBitcoin } from './bitcoin/pay.ts'
import { watchBitcoin } from './bitcoin/watch.ts'
import { payEthereum } from './ethereum/pay.ts'
import { watchEthereum } from './ethereum/watch.ts'
import { followDeposits } from './follow-deposits.ts'
import { createOutageLog } from './outage-log.ts'
import { refreshRates } from './rates.ts'
import { guardPayouts } from './reconcile.ts'

/** Blocks come every ten minutes, payments at any time, and somebody is looking at the page. */
const chainMs = 5_000
const testChainMs = 500
const rateMs = 60_000
const guardMs = 60_000

/**
 * Reads the chains and the rates for as long as the server runs. Any number of processes may: one of them reads at a
 * time. What fails is told and tried again; until then everything stays as it is.
 */
export function startPayments(context: Context): { stop: () => Promise<void> } {
  const { bitcoin, ethereum, rates, signerSocket } = context.config.payments
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

  if (bitcoin) {
    const everyMs = bitcoin.network === 'regtest' ? testChainMs : chainMs
    loops.push(
      repeat('bitcoin', everyMs, async () => {
        await watchBitcoin(context, bitcoin)
        await followDeposits(context, 'bitcoin', bitcoin.confirmations)
      })
    )
    if (signerSocket !== null)
      loops.push(repeat('payouts', everyMs, () => payBitcoin(context, bitcoin, signerSocket)))
  }
  if (ethereum) {
    loops.push(
      repeat('ethereum', chainMs, async () => {
        await watchEthereum(context, ethereum)
        await followDeposits(context, 'ethereum', ethereum.confirmations)
        if (signerSocket !== null) await payEthereum(context, ethereum, signerSocket)
      })
    )
  }
  if (bitcoin || ethereum)
    loops.push(repeat('reconciliation', guardMs, () => guardOnceRead(context)))
  if (rates.sources.length > 0) loops.push(repeat('rates', rateMs, () => refreshRates(context)))

  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    }
  }
}

/** What was never read says nothing about what is there. */
async function guardOnceRead(context: Context): Promise<void> {
  const unread = await context.db
    .selectFrom('chains')
    .select('name')
    .where('read_at', 'is', null)
    .where('name', 'in', connectedChains(context))
    .limit(1)
    .executeTakeFirst()
  if (!unread) await guardPayouts(context)
}

function connectedChains({ config }: Context): string[] {
  const { bitcoin, ethereum } = config.payments
  return [...(bitcoin ? ['bitcoin'] : []), ...(ethereum ? ['ethereum'] : [])]
}
