import { createSettledNetwork } from '@mille/testing/settled-network.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProblem } from '../ledger/index.ts'
import { settleDue } from '../settlement/index.ts'
import { bookDayChecks, readBookTotals } from './book-days.ts'
import { sealBooks } from './seal-books.ts'

let context: TestContext
let campaign: number
let network: Awaited<ReturnType<typeof createSettledNetwork>>

beforeAll(async () => {
  context = await createTestContext()
  network = await createSettledNetwork(context)
})
afterAll(() => context.close())

const run = (text: string) => sql.raw(text).execute(context.db)
const totals = (today: string) => readBookTotals(context.db, today)
const problem = () => context.db.transaction().execute(tx => firstProblem(tx, bookDayChecks))
const seals = async () => (await run('select number from book_seals limit 100')).rows.length

async function settleTo(moment: string): Promise<void> {
  context.clock.set(moment)
  await settleDue(context)
}

test('the totals are those of the settlements, by days of UTC', async () => {
  campaign = await network.createCampaign({ funds: 1_000_000n })
  await network.count(campaign, '2026-03-02T20:00:00Z', network.first, 10n)
  await network.count(campaign, '2026-03-02T22:00:00Z', network.first, 10n)
  await settleTo('2026-03-02T22:00:01Z')
  await sealBooks(context)
  const { charged, fee } = await sumOfSettlements()
  const publishers = charged - fee
  expect(publishers > 0n && fee > 0n).toBe(true)
  expect(await totals('2026-03-02')).toEqual([
    {
      asset: 'BTC',
      publishers: { today: publishers, month: publishers, ever: publishers },
      fees: { today: fee, month: fee, ever: fee },
      withdrawals: { today: 0n, month: 0n, ever: 0n }
    }
  ])

  await settleTo('2026-03-03T00:00:01Z')
  await sealBooks(context)
  const after = await sumOfSettlements()
  // The settlement was booked just after midnight but belongs to the day before.
  const sums = { month: after.charged - after.fee, ever: after.charged - after.fee }
  const [same] = await totals('2026-03-02')
  expect(same?.publishers).toEqual({ today: after.charged - after.fee, ...sums })
  const [next] = await totals('2026-03-03')
  expect(next?.publishers).toEqual({ today: 0n, ...sums })
  const [muchLater] = await totals('2026-04-01')
  expect(muchLater?.publishers).toEqual({ today: 0n, month: 0n, ever: sums.ever })
  expect(await problem()).toBeNull()
})

test('a crash between a seal and its totals leaves neither', async () => {
  const before = await totals('2026-03-03')
  const sealsBefore = await seals()
  await network.count(campaign, '2026-03-03T02:00:00Z', network.second, 3n)
  await settleTo('2026-03-03T04:00:01Z')
  await run('alter table book_days add constraint crash check (amount < 0) not valid')
  await expect(sealBooks(context)).rejects.toThrow(/crash/)
  await run('alter table book_days drop constraint crash')
  expect(await totals('2026-03-03')).toEqual(before)
  expect(await seals()).toBe(sealsBefore)

  await Promise.all([sealBooks(context), sealBooks(context), sealBooks(context)])
  const { charged, fee } = await sumOfSettlements()
  expect(await totals('2026-03-03')).toMatchObject([
    { publishers: { ever: charged - fee }, fees: { ever: fee } }
  ])
  expect(await problem()).toBeNull()
})

test('takes back from publishers and from the fee what advertisers got back', async () => {
  const [before] = await totals('2026-03-03')
  await run(`
    insert into book_days (day, asset, kind, payer, amount, transfers) values
      ('2026-03-03', 'BTC', 'take_back', 'ad_unit', 5, 1), ('2026-03-03', 'BTC', 'take_back', 'network', 2, 1),
      ('2026-03-03', 'BTC', 'order_release', 'order', 100, 1), ('2026-03-03', 'BTC', 'order_fee', 'order', 20, 1),
      ('2026-03-03', 'BTC', 'order_referral', 'network', 3, 1), ('2026-03-03', 'BTC', 'withdrawal', 'user', 40, 1)`)
  const [after] = await totals('2026-03-03')
  expect(after!.publishers.today - before!.publishers.today).toBe(95n)
  expect(after!.fees.today - before!.fees.today).toBe(15n)
  expect(after!.withdrawals.today - before!.withdrawals.today).toBe(40n)
  await run("delete from book_days where kind like 'order%' or kind in ('take_back', 'withdrawal')")
  expect(await problem()).toBeNull()
})

test.each([
  ['a changed amount', "update book_days set amount = amount + 1 where kind = 'settlement'"],
  ['a missing day', "delete from book_days where day = '2026-03-02'"],
  [
    'an invented day',
    "insert into book_days values ('2026-03-01', 'BTC', 'settlement', 'campaign', 1, 1)"
  ],
  [
    'transfers that are not sealed',
    "update book_days_progress set rows = rows + '{[1000000,1000001)}'"
  ]
])('finds %s', async (_, edit) => {
  const found = context.db.transaction().execute(async tx => {
    await sql.raw(edit).execute(tx)
    throw new Found(await firstProblem(tx, bookDayChecks))
  })
  await expect(found).rejects.toThrow(/daily totals|the totals of/)
})

/** Carries a result out of a transaction that is rolled back. */
class Found extends Error {
  constructor(problem: string | null) {
    super(problem ?? 'nothing')
  }
}

async function sumOfSettlements(): Promise<{ charged: bigint; fee: bigint }> {
  const { rows } = await sql<{ charged: bigint; fee: bigint }>`
    select sum(charged) as charged, sum(fee) as fee from settlements`.execute(context.db)
  return rows[0] ?? { charged: 0n, fee: 0n }
}
