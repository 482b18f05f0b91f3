import { createHash } from 'node:crypto'
import { billLines } from '@mille/server/bills/bill-lines.ts'
import { type BillRequest, planBill } from '@mille/server/bills/plan-bill.ts'
import type { Config } from '@mille/server/config.ts'
import type { Context } from '@mille/server/context.ts'
import { openEventLog } from '@mille/server/delivery/event-log/open-event-log.ts'
import { forgetOldEvents } from '@mille/server/delivery/partitions/retention.ts'
import {
  countAll,
  createTestAppender,
  makeDecided,
  viewable
} from '@mille/server/delivery/testing/counting.ts'
import { forgetPerson } from '@mille/server/privacy/forget.ts'
import { openPublicLog, sealCharges } from '@mille/server/public-log/index.ts'
import { settleDue } from '@mille/server/settlement/index.ts'
import { createTestNetwork } from '@mille/server/settlement/testing/network.ts'

type Clock = { set: (at: string) => void }
type HeldContext = Context & { clock: Clock; close: () => Promise<void> }
type Seen = { campaign: number; unit: number; at: string; visitors: readonly number[] }

const terms = { traffic_type: 'cpm', max_cpm: 250_000n, daily_budget: 50_000n }

/** For tests: two campaigns that the same visitors have seen on two ad units, settled and in the public log. */
export async function createBilledNetwork(
  createContext: (overrides: Partial<Config>) => Promise<HeldContext>
) {
  const context = await createContext({})
  await openPublicLog(context)
  const network = await createTestNetwork(context)
  const [campaign, other] = [
    await network.createCampaign(terms),
    await network.createCampaign(terms)
  ]
  const people = Array.from({ length: 8 }, (_, index) => index)
  const { first, second } = network
  for (const id of [campaign, other]) {
    await see(context, { campaign: id, unit: first, at: '2026-03-02T10:20:00Z', visitors: people })
    await see(context, {
      campaign: id,
      unit: second,
      at: '2026-03-02T10:40:00Z',
      visitors: [20, 21]
    })
    // These visitors have already seen the campaign on the other ad unit, so it was charged for them before.
    await see(context, {
      campaign: id,
      unit: second,
      at: '2026-03-02T11:10:00Z',
      visitors: [0, 1, 2]
    })
  }
  await settleAt(context, '2026-03-02T12:00:02Z')
  for (const id of [campaign, other])
    await see(context, {
      campaign: id,
      unit: first,
      at: '2026-03-02T12:30:00Z',
      visitors: [30, 31, 32, 33, 34, 35]
    })
  await settleAt(context, '2026-03-02T14:00:02Z')
  return { context, network, campaign, other, unit: first, fewViewed: second }
}

export async function see(context: HeldContext, { campaign, unit, at, visitors }: Seen) {
  const appender = createTestAppender(context)
  for (const [index, person] of visitors.entries()) {
    context.clock.set(new Date(Date.parse(at) + index * 90_000).toISOString())
    const visitor = createHash('sha256').update(`person ${person}`).digest().subarray(0, 8)
    const issuedAtMs = context.now().getTime() - 2000
    await appender.count(viewable(makeDecided({ campaign, unit, issuedAtMs, visitor })))
  }
  await appender.stop()
}

export async function settleAt(context: HeldContext, at: string) {
  context.clock.set(at)
  await countAll(context)
  await settleDue(context)
  await sealCharges(context)
}

/** Moves the clock months ahead and deletes all views from the event log. */
export async function forgetViews(context: HeldContext): Promise<void> {
  context.clock.set('2026-06-01T00:00:00Z')
  await forgetOldEvents(context, openEventLog(context), '2026-05-01')
}

/** Deletes an account as its owner can when it has no money left. */
export async function deleteAccount(context: Context, userId: number): Promise<void> {
  const noCode = Buffer.alloc(32)
  await context.db.transaction().execute(tx => forgetPerson(tx, userId, noCode, context.now()))
}

/** Writes a bill and returns the whole file. */
export async function writeBill(context: Context, request: Partial<BillRequest>): Promise<string> {
  const {
    subject = { campaign: 0 },
    asset = 'BTC',
    from = null,
    until = null,
    kept = null
  } = request
  const plan = await planBill(context, { subject, asset, from, until, kept })
  const lines: string[] = []
  for await (const line of billLines(context, plan)) lines.push(line.toString())
  return lines.join('')
}
