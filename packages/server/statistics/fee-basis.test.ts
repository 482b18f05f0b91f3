import { dayMs } from '@mille/api/durations.ts'
import { createCampaign } from '@mille/testing/campaigns.ts'
import { createTestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

test('says what was charged on the last 30 summed days by the fee of each account now', async () => {
  const app = await createTestApp()
  const { db } = app.context
  const [usual, premium, admin] = [await app.signIn(), await app.signIn(), await app.signInAdmin()]
  const idOf = async (who: typeof usual) => Number((await createCampaign(who.api)).data.id)
  const [first, halved, third] = [await idOf(usual), await idOf(usual), await idOf(premium)]
  await sql`insert into premium_periods (user_id, since, contact) values (${Number(premium.userId)}, now(), 'Ada')`.execute(
    db
  )
  await sql`update campaigns set fee_halved = true where id = ${halved}`.execute(db)
  await sql`update share_sums_until set until = '2026-03-02T14:00:00Z'`.execute(db)
  const charge = (campaign: number, daysAgo: number, gross: number, asset = 'BTC') =>
    sql`insert into campaign_share_sums (campaign_id, window_start, asset, gross)
      values (${campaign}, ${new Date(Date.parse('2026-03-02') - daysAgo * dayMs)}, ${asset}, ${gross})`.execute(
      db
    )
  await charge(first, 1, 700)
  await charge(first, 30, 70)
  await charge(first, 31, 7)
  await charge(first, 2, 9, 'USD')
  await charge(halved, 3, 20)
  await charge(third, 30, 5)
  expect(await admin.api.settings.readFeeBasis()).toMatchObject({
    value: {
      data: {
        attributes: {
          ...{ from: '2026-01-31', to: '2026-03-01' },
          charged: [
            {
              asset: 'BTC',
              standard: '770',
              standard_halved: '20',
              premium: '5',
              premium_halved: '0'
            },
            { asset: 'USD', standard: '9', standard_halved: '0', premium: '0', premium_halved: '0' }
          ]
        }
      }
    }
  })
  expect(await usual.api.settings.readFeeBasis()).toMatchObject({ status: 403 })
  await app.close()
})
