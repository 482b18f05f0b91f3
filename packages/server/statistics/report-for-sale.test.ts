import { createCampaign } from '@mille/testing/campaigns.ts'
import { addUnit, addVerifiedSite, addViews } from '@mille/testing/supply.ts'
import { createTestApp } from '@mille/testing/test-app.ts'
import { expect, test } from 'vitest'

test('names ad units by site and size, and says which ones and which sites a campaign can select now', async () => {
  const app = await createTestApp()
  const { context } = app
  const advertiser = await app.signIn()
  const { userId } = await app.signIn()
  const campaign = (await createCampaign(advertiser.api)).data.id
  const add = async (domainName: string) => {
    const siteId = await addVerifiedSite(context, { userId, domainName })
    const unitId = await addUnit(context, { userId, siteId })
    return { siteId, unitId }
  }
  const open = await add('open.example')
  const rejected = await add('rejected.example')
  const archived = await add('archived.example')
  const affiliate = await addUnit(context, { userId, kind: 'affiliate' })
  const inApp = await addUnit(context, { userId })
  const bucket = context.now().toISOString().replace(/:.*/, ':00:00Z')
  for (const unit of [...[open, rejected, archived].map(it => it.unitId), affiliate, inApp])
    await addViews(context, unit, 10, bucket, campaign)
  const { db } = context
  await db
    .updateTable('sites')
    .set({ state: 'rejected' })
    .where('id', '=', Number(rejected.siteId))
    .execute()
  await db
    .updateTable('ad_units')
    .set({ state: 'archived' })
    .where('id', '=', Number(archived.unitId))
    .execute()

  const forSale = async (group_by: 'site' | 'ad_unit' | 'campaign') => {
    const read = await advertiser.api.reports.readReport({ side: 'advertiser', group_by })
    if (!read.ok) throw new Error(read.code)
    const { rows, for_sale } = read.value.data.attributes
    return [rows.map(it => it.name).sort(), for_sale]
  }
  const domains = ['archived.example', 'open.example', 'rejected.example']
  expect(await forSale('site')).toEqual([['Without a site', ...domains], [open.siteId]])
  expect(await forSale('ad_unit')).toEqual([
    ['', '', ...domains.map(it => `${it}, 300 × 250`)],
    [open.unitId, inApp]
  ])
  expect(await forSale('campaign')).toEqual([['Open books for node runners'], []])
  await app.close()
})
