import { csvColumns } from '@mille/api/campaigns/csv-columns.ts'
import type { Api } from '@mille/api/client.ts'
import { verifyLedger } from '@mille/server/ledger/index.ts'
import { createActiveCampaign, createCampaign } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
let admin: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp({ callsPerMinute: 100_000, campaignsWithoutCaptcha: 200 })
  admin = await app.signInAdmin()
})
beforeEach(async () => {
  app.context.clock.set('2026-03-02T10:30:00.000Z')
  owner = await app.signIn()
})
afterAll(() => app.close())

async function exported(by = owner): Promise<string> {
  const response = await by.transport('/api/v1/campaigns.csv', { method: 'GET' })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  return response.text()
}

const send = (input: Parameters<Api['campaigns']['importCampaigns']>[0], by = owner) =>
  by.api.campaigns.importCampaigns(input)

async function dryRun(csv: string, by = owner) {
  const answer = await send({ csv, dry_run: true }, by)
  if (!answer.ok) throw new Error(JSON.stringify(answer.errors))
  return answer.value
}

async function imported(csv: string) {
  const { meta } = await dryRun(csv)
  return send({ csv, dry_run: false, plan: meta.plan })
}

/** Returns the result of each row in a dry run, with its first error if it has one. */
async function rowsOf(csv: string) {
  const { data } = await dryRun(csv)
  return data.map(({ attributes: { line, result, errors } }) => {
    const [error] = errors
    return error ? [line, result, error.column, error.code] : [line, result]
  })
}

async function refusal(csv: string) {
  const answer = await send({ csv, dry_run: true })
  return answer.ok ? null : [answer.code, answer.errors[0]?.detail]
}

const csvOf = (...rows: readonly (readonly string[])[]) =>
  rows.map(row => row.map(it => `"${it.replaceAll('"', '""')}"`).join(',')).join('\r\n')

const pending = async (changes = {}, by = owner) => (await createCampaign(by.api, changes)).data.id
const active = async (changes = {}) =>
  (await createActiveCampaign(app.context, owner, admin, 10_000n, changes)).data.id

async function read(id: string) {
  const answer = await owner.api.campaigns.readCampaign({ id })
  if (!answer.ok) throw new Error(answer.code)
  const { data, included } = answer.value
  const creative = included.find(it => it.type === 'creatives')?.attributes
  const payment = included.find(it => it.type === 'campaign_payment_models')?.attributes
  return { ...data.attributes, creative, payment }
}

test('exports the campaigns of the account alone, with a heading of all columns', async () => {
  await pending({ link_text: 'Of someone else' }, await app.signIn())
  const id = await pending({ name: 'Spring', link_text: 'Bread, “fresh”', daily_budget: '1200' })
  const [heading, line, rest] = (await exported()).split('\r\n')
  expect(heading).toBe(csvColumns.join(','))
  expect(line).toMatch(
    new RegExp(`^"${id}","pending","pending","1","Spring","en","Bread, “fresh”"`)
  )
  expect(line).toContain('"btc","cpd","0.000012","",""')
  expect(rest).toBe('')
})

const marks = ['=', '+', '-', '@', "'", "'=", '"', ',', ';', '\n', '\r\n', ' ', 'é', '中', '#']
const text = (max: number) =>
  fc
    .array(
      fc.oneof(fc.constantFrom(...marks), fc.string({ maxLength: 3, unit: 'grapheme-ascii' })),
      {
        maxLength: 8
      }
    )
    .map(it => `${it.join('')}x`.slice(0, max).trim() || 'x')
const line = (max: number) => text(max).map(it => it.replaceAll(/[\r\n{}]/g, ''))
const codes = fc.record({
  mode: fc.constantFrom('include' as const, 'exclude' as const),
  codes: fc.uniqueArray(fc.constantFrom('DE', 'FR', 'US', 'GB'), { minLength: 1 })
})
const keyword = fc.constantFrom('bitcoin', 'Straße', 'ΒΙΒΛΊΟ', 'wallet*', 'カジノ', 'd٣')
const keywords = fc
  .record({
    include: fc.uniqueArray(keyword, { maxLength: 3 }),
    exclude: fc.uniqueArray(keyword, { maxLength: 3 })
  })
  .filter(it => it.include.length + it.exclude.length > 0)
const amount = fc.integer({ min: 1, max: 2 ** 40 }).map(String)
const campaigns = fc.record(
  {
    name: line(40),
    link_text: text(60),
    creative_text: text(160),
    creative_action: line(20),
    rating: fc.constantFrom('gambling', null),
    product_category: fc.constantFrom('games', null),
    countries: codes,
    page_keywords: keywords,
    devices: fc.uniqueArray(fc.constantFrom('phone', 'computer', 'other'), { minLength: 1 }),
    starts_at: fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2027-01-01'),
      noInvalidDate: true
    }),
    hours: fc.array(fc.stringMatching(/^[01]{23}1$/), { minLength: 7, maxLength: 7 }),
    site_share_percent: fc.integer({ min: 1, max: 100 }),
    utm_source: line(40),
    currency: fc.constantFrom('btc', 'usd', 'satoshi', 'us_cents'),
    daily_budget: amount,
    total_budget: amount
  },
  { requiredKeys: ['daily_budget'] }
)

test('a file that was exported changes nothing when it is imported', async () => {
  await fc.assert(
    fc.asyncProperty(campaigns, async it => {
      const starts_at = it.starts_at?.toISOString()
      const made = await owner.api.campaigns.createCampaign({
        link_text: 'Open books',
        creative_link: 'https://books.example/?a=1,2&b=%22',
        creative_text: 'What to read.',
        ...(it as object),
        ...(starts_at === undefined ? {} : { starts_at })
      } as Parameters<Api['campaigns']['createCampaign']>[0])
      if (!made.ok) throw new Error(JSON.stringify(made.errors))
      const { data } = await dryRun(await exported())
      expect(data.filter(row => row.attributes.result !== 'unchanged')).toEqual([])
    }),
    { numRuns: 60 }
  )
  expect((await exported()).length).toBeGreaterThan(5_000)
}, 60_000)

test('shows what would change, changes nothing, and then does just that', async () => {
  const id = await active({ name: 'Spring' })
  const csv = csvOf(
    ['id', 'name', 'link_text', 'creative_link', 'creative_text', 'daily_budget', 'countries'],
    [
      id,
      'Summer',
      'Bread at seven',
      'https://books.example/nodes',
      'Baked\nat four',
      '0.00002',
      'exclude US DE'
    ],
    ['', '', 'A new one', 'https://new.example/', 'Just opened', '0.0005', '']
  )
  const before = await exported()
  const { data, meta } = await dryRun(csv)
  expect(meta).toMatchObject({ dry_run: true, created: 1, changed: 1, unchanged: 0, refused: 0 })
  expect(data[0]?.attributes).toMatchObject({ line: 2, result: 'changed', campaign_id: id })
  expect(data[0]?.attributes.changes).toEqual([
    { column: 'creative_state', before: 'live', after: 'pending' },
    { column: 'name', before: 'Spring', after: 'Summer' },
    { column: 'link_text', before: 'Open books for node runners', after: 'Bread at seven' },
    {
      column: 'creative_text',
      before: 'What to read before the first channel.',
      after: 'Baked\nat four'
    },
    { column: 'countries', before: '', after: 'exclude DE US' },
    { column: 'daily_budget', before: '0.000012', after: '0.00002' }
  ])
  expect(data[1]?.attributes).toMatchObject({ line: 4, result: 'created', title: 'A new one' })
  expect(await exported()).toBe(before)

  const done = await send({ csv, dry_run: false, plan: meta.plan })
  expect(done).toMatchObject({ ok: true, value: { meta: { created: 1, changed: 1 } } })
  expect(await read(id)).toMatchObject({
    name: 'Summer',
    creative: { state: 'pending', link_text: 'Bread at seven' },
    payment: { daily_budget: '2000' }
  })
  const added = done.ok ? done.value.data[1]?.attributes.campaign_id : null
  expect(await read(added ?? '')).toMatchObject({
    state: 'pending',
    payment: { daily_budget: '50000' }
  })
  expect(await rowsOf(csv.split('\r\n').slice(0, 2).join('\r\n'))).toEqual([[2, 'unchanged']])
  expect((await verifyLedger(app.context.db)).ok).toBe(true)
})

const variantTexts = {
  link_text: 'Another headline',
  creative_link: 'https://books.example/other',
  creative_text: 'Another text.'
}
const addVariant = async (id: string, changes = {}) => {
  const added = await owner.api.campaigns.createVariant({ id, ...variantTexts, ...changes })
  if (!added.ok) throw new Error(added.code)
}

async function variantsOf(id: string) {
  const list = await owner.api.campaigns.listVariants({ id })
  if (!list.ok) throw new Error(list.code)
  return list.value
}

test('a campaign with several variants is exported and imported without losing any', async () => {
  const id = await active({ name: 'Spring' })
  await addVariant(id, { weight: 7 })
  await addVariant(id, { link_text: 'Third' })
  const before = [await variantsOf(id), await exported()]
  const file = await exported()
  const at = csvColumns.indexOf('variants')
  expect(file.split('\r\n')[1]?.split(',')[at]).toBe('"3"')
  expect(await rowsOf(file)).toEqual([[2, 'unchanged']])
  expect(await imported(file)).toMatchObject({ ok: true, value: { meta: { unchanged: 1 } } })
  expect([await variantsOf(id), await exported()]).toEqual(before)
  // Everything but the ads can be changed by the file.
  expect(await imported(file.replace('"Spring"', '"Summer"'))).toMatchObject({ ok: true })
  expect(await read(id)).toMatchObject({ name: 'Summer' })
  expect(await variantsOf(id)).toEqual(before[0])
})

test('a file does not change the ads of a campaign with several variants', async () => {
  const id = await active()
  const single = await active()
  await addVariant(id)
  const csv = (text: string) =>
    csvOf(['id', 'creative_text', 'daily_budget'], [id, text, '3'], [single, 'Changed.', '3'])
  expect(await rowsOf(csv('Changed.'))).toEqual([
    [2, 'refused', 'creative_text', 'variants_several'],
    [3, 'changed']
  ])
  const [row] = (await dryRun(csv('Changed.'))).data
  expect(row?.attributes.errors[0]?.detail).toContain('The campaign has 2 variants')
  expect(await imported(csv('Changed.'))).toMatchObject({ ok: false, code: 'import_refused' })
  expect(await rowsOf(csv('What to read before the first channel.'))).toEqual([
    [2, 'changed'],
    [3, 'changed']
  ])
})

test('a file from before a variant was removed does not replace the variant that remains', async () => {
  const id = await active()
  await addVariant(id, { creative_text: 'Remains.' })
  const file = await exported()
  const { data } = await variantsOf(id)
  const remaining = data[1]?.relationships.creative.data?.id ?? ''
  await admin.api.admin.decideCreative({ id: remaining, decision: 'approve' })
  await owner.api.campaigns.removeVariant({ id, variant_id: data[0]?.id ?? '' })
  expect(await rowsOf(file)).toEqual([[2, 'refused', 'link_text', 'variants_several']])
  expect(await rowsOf(await exported())).toEqual([[2, 'unchanged']])
})

test('a row of a campaign with several variants creates none that has only the first', async () => {
  const id = await pending()
  await addVariant(id)
  const file = (await exported()).replace(`"${id}","pending"`, '"","pending"')
  expect(await rowsOf(file)).toEqual([[2, 'refused', 'variants', 'variants_several']])
  expect(await rowsOf(file.replace('"pending","2"', '"pending",""'))).toEqual([[2, 'created']])
})

test('leaves what the file has no column for, and what is for information only', async () => {
  const id = await active({ name: 'Spring', countries: { mode: 'include', codes: ['DE'] } })
  const csv = csvOf(['id', 'state', 'name'], [id, 'paused', ''])
  const { meta } = await dryRun(csv)
  expect(meta.ignored_columns).toEqual(['state'])
  expect(await imported(csv)).toMatchObject({ ok: true })
  const countries = { mode: 'include', codes: ['DE'] }
  expect(await read(id)).toMatchObject({ state: 'active', name: null, countries })
})

test('changes each list of keywords by its own column, and leaves the other as it is', async () => {
  const id = await active({ page_keywords: { include: ['bitcoin'], exclude: ['casino', 'bet*'] } })
  const include = (cell: string) => csvOf(['id', 'page_keywords_include'], [id, cell])
  expect(await exported()).toContain('"bitcoin","bet* casino"')
  expect(await rowsOf(include('BITCOIN; bitcoin'))).toEqual([[2, 'unchanged']])
  const { data } = await dryRun(include('Wallet, bitcoin'))
  expect(data[0]?.attributes.changes).toEqual([
    { column: 'page_keywords_include', before: 'bitcoin', after: 'bitcoin wallet' }
  ])
  await imported(include('Wallet, bitcoin'))
  const exclude = ['bet*', 'casino']
  expect(await read(id)).toMatchObject({
    page_keywords: { include: ['bitcoin', 'wallet'], exclude }
  })
  await imported(include(''))
  expect(await read(id)).toMatchObject({ page_keywords: { include: [], exclude } })
  await imported(csvOf(['id', 'page_keywords_exclude'], [id, '']))
  expect((await read(id)).page_keywords).toBeNull()
})

test('creates campaigns with keywords and a share of one site', async () => {
  const words = ['Bread', 'https://new.example/', 'Just opened', '0.0005']
  const heading = ['link_text', 'creative_link', 'creative_text', 'daily_budget']
  const csv = csvOf(
    [...heading, 'page_keywords_include', 'page_keywords_exclude', 'site_share_percent'],
    [...words, '', 'Casino', '25'],
    [...words, '', '', '']
  )
  const done = await imported(csv)
  if (!done.ok) throw new Error(done.code)
  const made = await Promise.all(done.value.data.map(it => read(it.attributes.campaign_id ?? '')))
  expect(made).toMatchObject([
    { page_keywords: { include: [], exclude: ['casino'] }, site_share_percent: 25 },
    { page_keywords: null, site_share_percent: null }
  ])
})

test('reads what spreadsheets write: semicolons, a byte order mark, empty lines, other spellings', async () => {
  const id = await pending({ starts_at: '2026-04-01T10:00:00Z', banners_only: false })
  const csv = `\uFEFFID;Starts_at;banners_only;name\r\n\r\n${id};2026-04-01T12:00:00+02:00;FALSE;'=1+1\r\n;;;\r\n`
  const { data } = await dryRun(csv)
  expect(data).toHaveLength(1)
  expect(data[0]?.attributes).toMatchObject({
    line: 3,
    changes: [{ column: 'name', before: '', after: '=1+1' }]
  })
})

test('says of each row why it is refused, by its line and column, and imports none of them', async () => {
  const id = await active()
  const foreign = await pending({}, await app.signIn())
  const archived = await pending()
  await owner.api.campaigns.archiveCampaign({ id: archived })
  const heading = [
    'id',
    'name',
    'creative_link',
    'daily_budget',
    'currency',
    'countries',
    'ends_at'
  ]
  const link = 'https://books.example/nodes'
  const csv = csvOf(
    heading,
    [id, 'Renamed', link, '0.00002', 'btc', '', ''],
    [foreign, '', link, '0.1', 'btc', '', ''],
    [id, 'Twice', link, '0.1', 'btc', '', ''],
    ['x', '', link, '0.1', 'btc', '', ''],
    [archived, 'Late', link, '0.00003', 'btc', '', ''],
    ['', '', 'javascript:alert(1)', '0.1', 'btc', '', ''],
    ['', 'Only a name'],
    ['2000000000', '', link, '0.1', 'btc', '', '']
  )
  expect(await rowsOf(csv)).toEqual([
    [2, 'changed'],
    [3, 'refused', 'id', 'not_found'],
    [4, 'refused', 'id', 'invalid'],
    [5, 'refused', 'id', 'not_found'],
    [6, 'refused', null, 'state_not_allowed'],
    [7, 'refused', 'link_text', 'invalid'],
    [8, 'refused', null, 'csv_invalid'],
    [9, 'refused', 'id', 'not_found']
  ])
  expect(await imported(csv)).toMatchObject({ ok: false, code: 'import_refused' })
  expect((await read(id)).name).toBe(null)
})

test.each([
  ['daily_budget', '1,00', 'amount_invalid'],
  ['daily_budget', '1E-05', 'amount_invalid'],
  ['daily_budget', '0', 'amount_invalid'],
  ['daily_budget', '', 'invalid'],
  ['currency', 'usd', 'currency_fixed'],
  ['traffic_type', 'cpm', 'invalid'],
  ['link_text', '', 'invalid'],
  ['creative_link', 'https://x.example/{nothing}', 'link_macro_unknown'],
  ['ends_at', '2026-01-01T00:00:00Z', 'end_passed'],
  ['ends_at', 'tomorrow', 'invalid'],
  ['hours', '0000', 'invalid'],
  ['site_share_percent', '0', 'invalid'],
  ['site_share_percent', '20 %', 'invalid'],
  ['page_keywords_include', 'bitcoin c++', 'invalid'],
  ['page_keywords_exclude', `${'x'.repeat(41)}`, 'invalid'],
  ['page_keywords_exclude', Array.from({ length: 21 }, (_, nth) => `w${nth}`).join(' '), 'invalid'],
  ['countries', 'DE FR', 'invalid'],
  ['devices', 'fridge', 'invalid'],
  ['banner_ids', '77', 'banner_unknown'],
  ['banners_only', 'perhaps', 'invalid'],
  ['selected_site_ids', '77', 'traffic_source_unknown']
])('refuses %s of “%s” by the rules of the calls for one campaign', async (column, cell, code) => {
  const id = await active()
  const more = column === 'currency' ? [['daily_budget'], ['3']] : [[], []]
  const csv = csvOf(['id', column, ...(more[0] ?? [])], [id, cell, ...(more[1] ?? [])])
  const { data } = await dryRun(csv)
  const { result, errors } = data[0]?.attributes ?? {}
  expect([result, errors?.map(it => [it.column, it.code])]).toEqual([
    'refused',
    [[column === 'traffic_type' ? 'max_cpm' : column, code]]
  ])
})

test.each([
  ['', 'csv_invalid', 'no row'],
  ['id,name', 'csv_invalid', 'no row'],
  ['id,nmae\n1,x', 'csv_column_unknown', '“nmae”'],
  ['id,id\n1,1', 'csv_invalid', 'twice'],
  ['id,name\n1,"x', 'csv_invalid', 'quotation mark'],
  [`id\n${'1\n'.repeat(101)}`, 'csv_invalid', 'more than 100']
])('refuses the file %j as a whole', async (csv, code, words) => {
  expect(await refusal(csv)).toEqual([code, expect.stringContaining(words)])
})

test('does only what the dry run showed', async () => {
  const id = await active({ name: 'Spring' })
  const csv = csvOf(['id', 'name'], [id, 'Summer'])
  const { meta } = await dryRun(csv)
  await owner.api.campaigns.updateCampaign({ id, name: 'Autumn' })
  const wish = { csv, dry_run: false, plan: meta.plan }
  expect(await send(wish)).toMatchObject({ ok: false, code: 'import_changed' })
  expect((await read(id)).name).toBe('Autumn')
  expect(await send({ csv, dry_run: false })).toMatchObject({ ok: false, code: 'invalid' })
  const other = csv.replace('Summer', 'Winter')
  const again = await dryRun(csv)
  expect(await send({ csv: other, dry_run: false, plan: again.meta.plan })).toMatchObject({
    code: 'import_changed'
  })
  expect(await imported(csv)).toMatchObject({ ok: true })
  expect((await read(id)).name).toBe('Summer')
})

test('counts budgets and new campaigns against the limits of the calls for one campaign', async () => {
  const id = await pending()
  for (let nth = 1; nth <= 20; nth++)
    expect(await imported(csvOf(['id', 'daily_budget'], [id, `0.0${nth}`]))).toMatchObject({
      ok: true
    })
  expect(await rowsOf(csvOf(['id', 'daily_budget'], [id, '3']))).toEqual([
    [2, 'refused', null, 'too_many_requests']
  ])
  expect(await rowsOf(csvOf(['id', 'name'], [id, 'Still named']))).toEqual([[2, 'changed']])
  const row = ['Open', 'https://new.example/', 'Just opened', '0.0005']
  const heading = ['link_text', 'creative_link', 'creative_text', 'daily_budget']
  const file = (length: number) => csvOf(heading, ...Array.from({ length }, () => row))
  for (const length of [100, 50]) expect(await imported(file(length))).toMatchObject({ ok: true })
  const rows = await rowsOf(file(100))
  expect(rows.filter(it => it[1] === 'created')).toHaveLength(49)
  expect(rows.at(-1)).toEqual([101, 'refused', null, 'too_many_requests'])
}, 60_000)

test('changes 100 campaigns by one file', async () => {
  const ids: string[] = []
  for (let nth = 0; nth < 100; nth++) ids.push(await pending())
  const csv = csvOf(['id', 'name', 'daily_budget'], ...ids.map(it => [it, `No. ${it}`, '0.5']))
  expect(await imported(csv)).toMatchObject({ ok: true, value: { meta: { changed: 100 } } })
  expect(await read(ids[99] ?? '')).toMatchObject({ name: `No. ${ids[99]}` })
}, 60_000)
