import {
  createBilledNetwork,
  deleteAccount,
  forgetViews,
  see,
  settleAt,
  writeBill
} from '@mille/testing/billed-network.ts'
import { createTestContext } from '@mille/testing/test-context.ts'
import { verifyBoth } from '@mille/verifier/testing/verify-both.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { readEntries, sealCharges } from '../public-log/index.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const context of open.splice(0)) await context.close()
})

const createNetwork = () =>
  createBilledNetwork(async overrides => {
    const context = await createTestContext(overrides)
    open.push(context)
    return context
  })

test('gives an advertiser a bill that both verifiers compute again to the unit', async () => {
  const { context, campaign } = await createNetwork()
  const { problem, said } = await verifyBoth({
    bill: await writeBill(context, { subject: { campaign } })
  })
  expect(problem).toBeNull()
  expect(said.slice(1)).toEqual([
    '2 of 2 charges are in the public log.',
    '16 of 16 views included.',
    'Charge recomputed: 0.00004000 BTC, charged: 0.00004000 BTC, difference 0.'
  ])
})

test('gives a publisher a bill for each unit', async () => {
  const { context, unit, fewViewed } = await createNetwork()
  const bills = await Promise.all(
    [unit, fewViewed].map(async id =>
      verifyBoth({ bill: await writeBill(context, { subject: { unit: id } }) })
    )
  )
  expect(bills.map(it => it.problem)).toEqual([null, null])
  expect(bills.map(it => it.said.slice(1, 3))).toEqual([
    ['4 of 4 charges are in the public log.', '28 of 28 views included.'],
    ['2 of 2 charges are in the public log.', '4 of 4 views included.']
  ])
})

test('shows no tag of a visitor in the bills of two campaigns that the same people saw', async () => {
  const { context, campaign, other } = await createNetwork()
  const tagsOf = async (id: number) => {
    const bill = await writeBill(context, { subject: { campaign: id } })
    const pieces = [...bill.matchAll(/"leaves":"([^"]+)"/g)].map(it => it[1] ?? '')
    const leaves = Buffer.concat(pieces.map(it => Buffer.from(it, 'base64')))
    const count = leaves.length / 36
    return Array.from({ length: count }, (_, at) =>
      leaves.toString('hex', at * 36 + 28, at * 36 + 36)
    )
  }
  const [tags, others] = [await tagsOf(campaign), await tagsOf(other)]
  expect(tags).toHaveLength(16)
  expect(new Set([...tags, ...others]).size).toBe(32)
})

test('proves that the log continues each checkpoint that was kept', async () => {
  const { context, campaign } = await createNetwork()
  const checkpoints = await context.db
    .selectFrom('public_log_checkpoints')
    .select(['size', 'note'])
    .orderBy('size')
    .execute()
  expect(checkpoints.length).toBeGreaterThan(2)
  for (const { size, note } of checkpoints) {
    const bill = await writeBill(context, { subject: { campaign }, kept: Number(size) })
    const { problem, said } = await verifyBoth({ bill, kept: note })
    expect(problem).toBeNull()
    expect(said[1]).toBe(`Log consistent with the checkpoint kept at ${size} entries.`)
  }
})

test('verifies what is kept of a bill whose views are forgotten', async () => {
  const { context, campaign } = await createNetwork()
  const before = await writeBill(context, { subject: { campaign } })
  await forgetViews(context)
  const bill = await writeBill(context, { subject: { campaign } })
  expect(bill.length).toBeLessThan(before.length)
  const { problem, said, unverified } = await verifyBoth({ bill })
  expect(problem).toBeNull()
  expect(said.slice(1)).toEqual([
    '2 of 2 charges are in the public log.',
    '0 of 16 views included.',
    'Charge recomputed: 0.00004000 BTC, charged: 0.00004000 BTC, difference 0.'
  ])
  expect(unverified[1]).toBe('16 views: the network says that it no longer keeps them.')
})

test('keeps bills and proofs valid when the advertiser’s account is deleted', async () => {
  const { context, campaign } = await createNetwork()
  const { note } = await context.db
    .selectFrom('public_log_checkpoints')
    .select('note')
    .orderBy('size')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { user_id } = await context.db
    .selectFrom('campaigns')
    .select('user_id')
    .where('id', '=', campaign)
    .executeTakeFirstOrThrow()
  await deleteAccount(context, user_id)
  const bill = await writeBill(context, {
    subject: { campaign },
    kept: Number(note.split('\n')[1])
  })
  expect((await verifyBoth({ bill, kept: note })).problem).toBeNull()
})

test('shows what the log says about its ad units, so that one that is excluded is not paid', async () => {
  const { context, campaign, unit, fewViewed } = await createNetwork()
  const exclude = (unit: number) =>
    sql`
    insert into excluded_units (unit_id, excluded_by, excluded_at)
    select ${unit}, user_id, ${context.now()} from ad_units where id = ${unit}`.execute(context.db)
  await exclude(unit)
  await sealCharges(context)
  const bill = await writeBill(context, { subject: { campaign } })
  expect(bill.match(/"kind":"exclusion"/g)).toHaveLength(1)
  // The unit was excluded after the charged settlement period.
  expect((await verifyBoth({ bill })).problem).toBeNull()
  // The view counters do not know about the exclusion, so the view is charged.
  await see(context, { campaign, unit, at: '2026-03-02T16:30:00Z', visitors: [60] })
  await settleAt(context, '2026-03-02T18:00:02Z')
  const next = await writeBill(context, { subject: { campaign } })
  expect((await verifyBoth({ bill: next })).code).toBe('unit_excluded')
  const ofOther = await writeBill(context, { subject: { unit: fewViewed } })
  expect(ofOther).not.toContain('"kind":"exclusion"')
  expect((await verifyBoth({ bill: ofOther })).problem).toBeNull()
})

test('leaves out no entry that the log has', async () => {
  const { context, campaign, unit } = await createNetwork()
  for (const subject of [{ campaign }, { unit }]) {
    const bill = await writeBill(context, { subject })
    const size = Number(/\\n(\d+)\\n/.exec(bill)?.[1])
    const entries = await readEntries(context.db, { from: 0, to: size })
    const lengths = entries.map(it => Buffer.from([it.length >> 8, it.length & 255]))
    const whole = Buffer.concat(entries.flatMap((it, at) => [lengths[at] ?? it, it]))
    const { problem, said } = await verifyBoth({ bill, entries: whole })
    expect(problem).toBeNull()
    expect(said[1]).toBe(`All ${size} entries of the log read: no public entry is left out.`)
  }
})
