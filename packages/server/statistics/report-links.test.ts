import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
let unit: string
let otherUnit: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
  unit = await addUnit(app.context, { userId: owner.userId })
  otherUnit = await addUnit(app.context, { userId: owner.userId })
  await count(unit, 7, 0)
  await count(otherUnit, 9, 0)
  await count(unit, 4, 40)
})
afterAll(() => app.close())

/** Counts billable views, dated the given number of days ago. */
async function count(unitId: string, views: number, days: number): Promise<void> {
  const at = new Date(app.context.now().getTime() - days * 86_400_000)
  await sql`insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    values (${at}, ${Number(unitId)}, 0, 0, 'billable', ${views})`.execute(app.context.db)
}

const usual = {
  side: 'publisher',
  range: '30_days',
  interval: 'day',
  metric: 'billable',
  group_by: 'ad_unit',
  sort: 'billable',
  order: 'desc'
} as const

async function share(more: object = {}, browser = owner) {
  const view = { ...usual, ad_unit_ids: [unit], ...more }
  const made = await browser.api.reportLinks.createReportLink({ name: 'For the agency', view })
  if (!made.ok) throw new Error(made.code)
  return { id: made.value.data.id, token: made.value.meta.url.split('/').at(-1) ?? '' }
}

async function readShared(token: string) {
  const read = await app.open().api.reportLinks.readSharedReport({ token })
  return read.ok ? read.value.data.attributes : read
}

test('shows what was saved to anyone who has the address, which is shown once and kept as a hash', async () => {
  const view = { ...usual, ad_unit_ids: [unit] }
  const made = await owner.api.reportLinks.createReportLink({ name: 'For the agency', view })
  if (!made.ok) throw new Error(made.code)
  expect(made.value.meta.url).toMatch(/^https?:.*\/reports\/shared\/[\w-]{43}$/)
  const token = made.value.meta.url.split('/').at(-1) ?? ''
  expect(await readShared(token)).toMatchObject({
    name: 'For the agency',
    view: { ...usual, ad_unit_ids: [unit], compare: false, search: '' },
    line: { total: { billable: 7 }, filters: [{ key: unit }] },
    table: { rows: [{ key: unit, billable: 7 }] },
    records: 1,
    before: null
  })
  const { rows } = await app.context.pool.query(
    'select report_links::text as row from report_links'
  )
  const listed = await owner.api.reportLinks.listReportLinks()
  expect(JSON.stringify([rows, listed])).not.toContain(token)
  expect(listed).toMatchObject({
    value: {
      data: [{ attributes: { name: 'For the agency', last_opened_at: expect.any(String) } }]
    }
  })
})

test('nothing that is added to the request shows more, and nothing says whose it is', async () => {
  const { token } = await share()
  const { transport } = app.open()
  const more = `side=advertiser&range=custom&from=2020-01-01&ad_unit_ids=${otherUnit}&group_by=site&view[range]=today`
  for (const name of ['shared_reports', 'shared_reports.csv']) {
    const plain = await transport(`/api/v1/${name}?token=${token}`, { method: 'GET' })
    const asked = await transport(`/api/v1/${name}?token=${token}&${more}`, { method: 'GET' })
    expect(plain.status).toBe(200)
    expect(plain.headers.get('cache-control')).toBe('no-store')
    const text = await plain.text()
    expect(await asked.text()).toBe(text)
    expect(text).toContain('Unit')
    expect(text).not.toMatch(new RegExp(`(\\n|"key":)"${otherUnit}"`))
  }
  const shared = JSON.stringify(await readShared(token))
  expect(shared).not.toMatch(/user|email/)
  const { code } = (await readShared(`${token.slice(0, -1)}_`)) as { code: string }
  expect(code).toBe('not_found')
})

test('a range moves on with the day, and the days before can be shown', async () => {
  const moving = await share({ compare: true })
  const days = { from: '2026-01-01', to: '2026-01-31' }
  const fixed = await share({ range: 'custom', ...days })
  const before = await readShared(moving.token)
  expect(before).toMatchObject({
    line: { total: { billable: 7 } },
    before: { total: { billable: 4 } }
  })
  app.context.clock.advance(35 * 86_400_000)
  expect(await readShared(moving.token)).toMatchObject({
    line: { to: app.context.now().toISOString().slice(0, 10), total: { billable: 0 } },
    before: { total: { billable: 7 } }
  })
  expect(await readShared(fixed.token)).toMatchObject({ line: days, table: days })
  app.context.clock.advance(-35 * 86_400_000)
})

test('a range that is too long for hours is shown by day', async () => {
  const hours = { interval: 'hour', group_by: 'hour_of_day' }
  const german = { side: 'advertiser', ad_unit_ids: undefined, languages: ['de'], ...hours }
  const week = await share({ ...german, range: '7_days' })
  expect(await readShared(week.token)).toMatchObject({
    line: { group_by: 'hour' },
    table: { group_by: 'hour_of_day' }
  })
  const month = await share({ ...german, range: '30_days' })
  expect(await readShared(month.token)).toMatchObject({
    line: { group_by: 'day' },
    table: { group_by: 'day' }
  })
})

test('a link keeps the time zone that its account had, and one from before is in UTC', async () => {
  const traveler = await app.signIn()
  const setZone = (time_zone: string) =>
    traveler.api.accounts.updateUser({ id: traveler.userId, time_zone })
  await setZone('Pacific/Kiritimati')
  const { id, token } = await share({ range: 'today', ad_unit_ids: undefined }, traveler)
  const named = await share({ range: 'today', time_zone: 'Asia/Tokyo' }, traveler)
  const ofCountry = await share(
    { range: 'today', ad_unit_ids: undefined, group_by: 'country' },
    traveler
  )
  await setZone('America/New_York')
  const before = app.context.now()
  app.context.clock.set('2027-05-01T11:00:00Z')
  const inZone = (time_zone: string, day: string) => ({
    ...{ line: { time_zone, from: day, to: day }, table: { time_zone, from: day, to: day } }
  })
  expect(await readShared(token)).toMatchObject({
    view: { time_zone: 'Pacific/Kiritimati' },
    ...inZone('Pacific/Kiritimati', '2027-05-02')
  })
  expect(await readShared(named.token)).toMatchObject(inZone('Asia/Tokyo', '2027-05-01'))
  // Views by country are counted by UTC day, so the chart above the table uses the same days.
  expect(await readShared(ofCountry.token)).toMatchObject(inZone('UTC', '2027-05-01'))
  await sql`update report_links set view = view - 'time_zone' where id = ${Number(id)}`.execute(
    app.context.db
  )
  expect(await readShared(token)).toMatchObject(inZone('UTC', '2027-05-01'))
  app.context.clock.set(before.toISOString())
})

test('ends at once when it is revoked, by its owner alone', async () => {
  const { id, token } = await share()
  const stranger = await app.signIn()
  expect(await stranger.api.reportLinks.listReportLinks()).toMatchObject({ value: { data: [] } })
  expect(await stranger.api.reportLinks.revokeReportLink({ id })).toMatchObject({ status: 404 })
  expect(await readShared(token)).toMatchObject({ name: 'For the agency' })
  expect(await owner.api.reportLinks.revokeReportLink({ id })).toMatchObject({ status: 204 })
  expect(await readShared(token)).toMatchObject({ status: 404, code: 'not_found' })
  const file = await app.open().api.reportLinks.downloadSharedReport({ token })
  expect(file).toMatchObject({ status: 404 })
  expect(await owner.api.reportLinks.revokeReportLink({ id })).toMatchObject({ status: 404 })
})

test('a link shows only what its account may see, and ends with the account', async () => {
  const leaving = await app.signIn()
  const { token } = await share({}, leaving)
  expect(await readShared(token)).toMatchObject({
    table: { rows: [], filters: [{ key: unit, name: '' }] }
  })
  const exported = await leaving.api.privacy.exportData()
  expect(JSON.stringify(exported)).toContain('For the agency')
  const proved = await leaving.api.security.stepUp({ access_code: leaving.accessCode })
  expect(proved.ok).toBe(true)
  expect(await leaving.api.privacy.deleteUser({ id: leaving.userId })).toMatchObject({
    status: 204
  })
  expect(await readShared(token)).toMatchObject({ status: 404 })
})

test('an account has fifty links at most, and none that cannot be shown', async () => {
  const many = await app.signIn()
  const create = (view: object) =>
    many.api.reportLinks.createReportLink({ name: 'Many', view: { ...usual, ...view } })
  for (const [wrong, detail] of [
    [{ range: 'custom' }, 'must not be missing'],
    [{ range: 'custom', from: '2026-03-02', to: '2026-03-01' }, 'to must not be before from'],
    [{ range: 'custom', from: '2020-01-01', to: '2026-03-01' }, 'from must be at most'],
    [{ group_by: 'campaign' }, 'group_by is only for an advertiser'],
    [{ range: 'custom', from: '2026-01-01', to: '2026-02-28', interval: 'hour' }, 'from must be']
  ] as const) {
    const answer = await create(wrong)
    expect(answer).toMatchObject({ status: 422 })
    expect(JSON.stringify(answer), JSON.stringify(wrong)).toContain(detail)
  }
  const answers = await Promise.all(Array.from({ length: 53 }, () => create({})))
  expect(answers.filter(it => it.ok)).toHaveLength(50)
  expect(answers.find(it => !it.ok)).toMatchObject({ status: 422, code: 'report_links_too_many' })
})
