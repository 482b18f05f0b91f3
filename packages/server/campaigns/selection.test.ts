import { createCampaign } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
let siteId = ''
let unitId = ''

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
  const page_url = 'https://blog.example/'
  const site = await owner.api.sites.createSite({ page_url })
  const unit = await owner.api.adUnits.createAdUnit({ page_url })
  siteId = site.ok ? site.value.data.id : ''
  unitId = unit.ok ? unit.value.data.id : ''
})
afterAll(() => app.close())

test('a campaign is created with where it runs, and answers it', async () => {
  const { data } = await createCampaign(owner.api, {
    selected_site_ids: [siteId, Number(siteId)],
    selected_category_ids: ['10'],
    blocked_category_ids: ['102'],
    blocked_ad_unit_ids: [unitId]
  })
  expect(data.attributes).toMatchObject({
    selected_site_ids: [siteId],
    blocked_site_ids: [],
    selected_ad_unit_ids: [],
    blocked_ad_unit_ids: [unitId],
    selected_category_ids: ['10'],
    blocked_category_ids: ['102']
  })
})

test('an edit changes the lists it names, and does not wait for moderation', async () => {
  const { data, included } = await createCampaign(owner.api, {
    selected_category_ids: ['10', '101'],
    blocked_category_ids: ['102']
  })
  const edited = await owner.api.campaigns.updateCampaign({
    id: data.id,
    selected_category_ids: ['101', '102'],
    blocked_category_ids: ['10']
  })
  if (!edited.ok) throw new Error(edited.code)
  expect(edited.value.data.attributes).toMatchObject({
    selected_category_ids: ['101', '102'],
    blocked_category_ids: ['10']
  })
  const creativeOf = (all: typeof included) => all.find(it => it.type === 'creatives')?.id
  expect(creativeOf(edited.value.included)).toBe(creativeOf(included))
  const emptied = await owner.api.campaigns.updateCampaign({
    id: data.id,
    selected_category_ids: []
  })
  expect(emptied.ok && emptied.value.data.attributes).toMatchObject({
    selected_category_ids: [],
    blocked_category_ids: ['10']
  })
})

test('what does not exist or contradicts itself is refused at its field, and nothing is kept', async () => {
  const before = await owner.api.campaigns.listCampaigns()
  const input = {
    link_text: 'a',
    creative_link: 'https://a.example',
    creative_text: 'b',
    daily_budget: '1'
  }
  const cases = [
    [{ selected_site_ids: ['2000000001'] }, 'traffic_source_unknown', 'selected_site_ids'],
    [{ blocked_ad_unit_ids: ['2000000001'] }, 'traffic_source_unknown', 'blocked_ad_unit_ids'],
    [{ selected_category_ids: ['7'] }, 'traffic_source_unknown', 'selected_category_ids'],
    [
      { selected_category_ids: ['10'], blocked_category_ids: ['10'] },
      'invalid',
      'selected_category_ids'
    ]
  ] as const
  for (const [selection, code, field] of cases) {
    const lists = Object.entries(selection).map(([name, ids]) => [name, [...ids]])
    expect(
      await owner.api.campaigns.createCampaign({ ...input, ...Object.fromEntries(lists) })
    ).toMatchObject({
      ok: false,
      status: 422,
      code,
      errors: [{ source: { pointer: `/data/attributes/${field}` } }]
    })
  }
  const after = await owner.api.campaigns.listCampaigns()
  expect(after.ok && after.value.meta).toEqual(before.ok && before.value.meta)
})
