import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

test('an overview has thirty days and a line for each of the account’s own units', async () => {
  const app = await createTestApp()
  const owner = await app.signIn()
  const stranger = await app.signIn()
  const own = await addUnit(app.context, { userId: owner.userId })
  const other = await addUnit(app.context, { userId: stranger.userId })
  const now = app.context.now()
  for (const unit of [own, other]) {
    await sql`insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
      values (${now}, ${Number(unit)}, 0, 0, 'billable', 7)`.execute(app.context.db)
  }
  const answer = await owner.api.statistics.readOverview()
  if (!answer.ok) throw new Error(answer.code)
  const { days, ad_unit_lines, campaign_lines } = answer.value.data.attributes
  expect(days).toHaveLength(30)
  expect(days.at(-1)).toEqual({
    at: `${now.toISOString().slice(0, 10)}T00:00:00.000Z`,
    campaigns: { billable: 0, money: { BTC: '0', USD: '0' } },
    ad_units: { billable: 7, money: { BTC: '0', USD: '0' } }
  })
  expect(ad_unit_lines).toEqual({ [own]: [...Array(13).fill(0), 7] })
  expect(campaign_lines).toEqual({})
  expect(await app.open().api.statistics.readOverview()).toMatchObject({ status: 401 })
  await app.close()
})
