import { settledNetworks } from '@mille/testing/settled-network.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verdictOf } from '../ledger/index.ts'
import { settleDue } from './settle.ts'
import { readSharesSummedUntil, shareSumChecks, sumShares } from './share-sums.ts'

const createNetwork = settledNetworks()

test('adds up what ad units were paid once every campaign has settled it', async () => {
  const network = await createNetwork({ settlementWindowSeconds: 7200 })
  const { context, db, first, second } = network
  await sumShares(db)
  const campaigns = [
    await network.createCampaign({ daily_budget: 5_000_000n, funds: 90_000_000n }),
    await network.createCampaign({
      traffic_type: 'cpm',
      daily_budget: 900_000n,
      max_cpm: 90_000n,
      funds: 9_000_000n
    })
  ]
  // The second campaign has two windows of different lengths where the first campaign has one.
  await network.setTerms(campaigns[1] ?? 0, '2026-03-02T13:00:00Z', {
    ...{ traffic_type: 'cpm', daily_budget: 900_000n, max_cpm: 70_000n }
  })
  for (const hour of ['10', '12', '13', '14'])
    for (const campaign of campaigns)
      for (const unit of [first, second])
        await network.count(
          campaign,
          `2026-03-02T${hour}:00:00Z`,
          unit,
          BigInt(unit + Number(hour))
        )
  for (const now of ['12:30', '13:30', '14:30', '16:30']) {
    context.clock.set(`2026-03-02T${now}:00Z`)
    await settleDue(context)
    await Promise.all([sumShares(db), sumShares(db)])
    expect(await verdictOf(db, shareSumChecks)).toEqual({ ok: true })
  }
  expect(await readSharesSummedUntil(db)).toEqual(new Date('2026-03-02T16:00:00Z'))
  const { rows } = await sql<{ shares: bigint; sums: bigint; windows: bigint }>`
    select (select sum(net) from settlement_shares) as shares, sum(net) as sums, count(distinct window_start) as windows
    from unit_share_sums where not is_day`.execute(db)
  expect(rows[0]?.sums).toBe(rows[0]?.shares)
  expect(rows[0]?.windows).toBe(4n)

  expect((await sql`select from unit_share_sums where is_day`.execute(db)).rows).toHaveLength(0)

  context.clock.set('2026-03-03T00:30:00Z')
  await settleDue(context)
  await sumShares(db)
  expect(await verdictOf(db, shareSumChecks)).toEqual({ ok: true })
  const { rows: days } = await sql<{ sums: bigint }>`
    select sum(gross) as sums from unit_share_sums where is_day
    union all select sum(gross) from advertiser_unit_share_sums where is_day
    union all select sum(gross) from campaign_unit_share_sums
    union all select sum(gross) from campaign_language_share_sums
    union all select sum(gross) from account_share_sums where is_day group by side
    union all select sum(gross) from settlement_shares`.execute(db)
  expect(new Set(days.map(it => it.sums)).size).toBe(1)

  for (const [table, found] of [
    ['campaign_unit_share_sums', /campaign \d+ on unit/],
    ['advertiser_unit_share_sums', /advertiser \d+ on unit/]
  ] as const) {
    await sql`update ${sql.table(table)} set gross = gross + 1 where unit_id = ${second}`.execute(
      db
    )
    expect(await verdictOf(db, shareSumChecks)).toMatchObject({
      problem: expect.stringMatching(found)
    })
    await sql`update ${sql.table(table)} set gross = gross - 1 where unit_id = ${second}`.execute(
      db
    )
  }
  await sql`update account_share_sums set gross = gross + 1 where side = 'network'`.execute(db)
  expect(await verdictOf(db, shareSumChecks)).toMatchObject({
    problem: expect.stringContaining('the sums of network on 2026-03-02 say')
  })
  await sql`update unit_share_sums set gross = gross + 1 where unit_id = ${second}`.execute(db)
  expect(await verdictOf(db, shareSumChecks)).toMatchObject({
    problem: expect.stringMatching(`the sums of unit ${second} on 2026-03-02 say`)
  })
})
