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
  // The second campaign has two windows of different lengths in place of the one that the first has.
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
    from unit_share_sums`.execute(db)
  expect(rows[0]?.sums).toBe(rows[0]?.shares)
  expect(rows[0]?.windows).toBe(4n)

  await sql`update unit_share_sums set gross = gross + 1 where unit_id = ${second}`.execute(db)
  expect(await verdictOf(db, shareSumChecks)).toMatchObject({
    problem: expect.stringMatching(`the sums of unit ${second} on 2026-03-02 say`)
  })
})
