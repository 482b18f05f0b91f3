import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignAccount, networkAccount, transfer, verifyLedger } from '../ledger/index.ts'
import { settleDue } from '../settlement/index.ts'
import { holdActive } from '../window-holds/index.ts'

let app: TestApp
let advertiser: SignedInBrowser
let publisher: SignedInBrowser
let stranger: SignedInBrowser
let campaigns: string[]
let units: string[]

/**
 * Settles two campaigns on two ad units over two windows; the first campaign's advertiser was referred by the stranger.
 */
beforeAll(async () => {
  app = await createTestApp()
  const { db } = app.context
  ;[advertiser, publisher, stranger] = [await app.signIn(), await app.signIn(), await app.signIn()]
  const at = app.context.now()
  await sql`update users set partner_id = ${Number(stranger.userId)} where id = ${Number(advertiser.userId)}`.execute(
    db
  )
  await sql`
    insert into delivery_heartbeats (minute)
    select generate_series(timestamptz '2026-03-02 10:00Z', '2026-03-02 13:59Z', interval '1 minute')`.execute(
    db
  )
  const site = await sql<{ id: number }>`
    insert into sites (user_id, domain_name, origin, state, language, verification_token, created_at)
    values (${Number(publisher.userId)}, 'blog.example', 'https://blog.example', 'verified', 'de', 't', ${at}) returning id`.execute(
    db
  )
  const made = await sql<{ id: number }>`
    insert into ad_units (user_id, site_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions, settings, created_at)
    values (${Number(publisher.userId)}, ${site.rows[0]?.id}, 'site', 'Sidebar', 'https://blog.example/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', ${at}),
      (${Number(publisher.userId)}, null, 'app', 'App', 'https://app.example/', '728x90', 'desktop', 'mixed', '{}', 0, '{}', ${at})
    returning id`.execute(db)
  units = made.rows.map(it => String(it.id))
  const created = await sql<{ id: number }>`
    with made as (
      insert into campaigns (user_id, state, currency, asset, created_at)
      select ${Number(advertiser.userId)}, 'active', 'btc', 'BTC', ${at} from generate_series(1, 2)
      returning id)
    insert into campaign_terms (campaign_id, valid_from, asset, traffic_type, daily_budget, changed_at)
    select id, ${at}, 'BTC', 'cpd', 1203 * row_number() over (order by id), ${at} from made order by id
    returning campaign_id as id`.execute(db)
  campaigns = created.rows.map(it => String(it.id))
  for (const id of campaigns) {
    await sql`insert into campaign_activity (campaign_id, started_at) values (${Number(id)}, ${at})`.execute(
      db
    )
    const to = campaignAccount(Number(id), 'BTC')
    const from = networkAccount('BTC', 'outside')
    await db
      .transaction()
      .execute(tx => transfer(tx, [{ key: `f${id}`, kind: 'test', amount: 9000n, from, to, at }]))
  }
  const count = (
    hour: number,
    campaign: number,
    unit: number,
    kind: string,
    count: bigint,
    banner = 0
  ) =>
    db
      .insertInto('delivery_counters')
      .values({
        bucket: `2026-03-02T${hour}:00:00Z`,
        campaign_id: Number(campaigns[campaign]),
        unit_id: Number(units[unit]),
        banner_id: banner,
        kind,
        count
      })
      .execute()
  await count(10, 0, 0, 'billable', 3n)
  await count(10, 0, 0, 'served', 12n)
  await count(11, 0, 1, 'billable', 4n, 77)
  await count(11, 0, 1, 'rejected_bot', 2n, 77)
  await count(12, 0, 1, 'billable', 1n)
  await count(10, 1, 0, 'billable', 5n)
  await holdActive(app.context)
  app.context.clock.set('2026-03-02T14:00:01Z')
  await settleDue(app.context)
  await holdActive(app.context)
})
afterAll(async () => {
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
  await app.close()
})

const sum = (amounts: string[]) => amounts.reduce((all, it) => all + BigInt(it), 0n)

test('tells a campaign’s windows, newest first, each adding up to its transfers', async () => {
  const read = await advertiser.api.statistics.readCampaignStatements({ id: campaigns[0] ?? '' })
  if (!read.ok) throw new Error(read.code)
  expect(read.value.meta.pagination.records).toBe(2)
  expect(read.value.data.map(it => it.attributes)).toMatchObject([
    { window_start: '2026-03-02T12:00:00.000Z', billable: 1, charged: '100', due: '100' },
    {
      window_start: '2026-03-02T10:00:00.000Z',
      window_end: '2026-03-02T12:00:00.000Z',
      asset: 'BTC',
      active_seconds: 7200,
      billable: 7,
      due: '100',
      charged: '100',
      fee: '10',
      referral: '9',
      net: '81',
      promotion: '0'
    }
  ])
  for (const { attributes } of read.value.data) {
    const { charged, fee, referral, net, transfers } = attributes
    const of = (kind: string) => transfers.filter(it => it.kind === kind).map(it => it.amount)
    expect(sum(transfers.map(it => it.amount))).toBe(BigInt(charged))
    expect(sum(of('settlement'))).toBe(BigInt(net))
    expect(of('settlement_fee')).toEqual([fee])
    expect(of('settlement_referral')).toEqual([referral])
    const stored = await app.context.db
      .selectFrom('ledger_transfers')
      .select(['id', 'key', 'amount'])
      .where('key', 'like', `settlement:${campaigns[0]}:${attributes.window_start}:%`)
      .orderBy('id')
      .execute()
    expect(transfers.map(it => [it.id, it.key, it.amount])).toEqual(
      stored.map(it => [String(it.id), it.key, String(it.amount)])
    )
  }
})

test('tells a unit’s windows over all campaigns', async () => {
  const read = await publisher.api.statistics.readAdUnitStatements({ id: units[0] ?? '' })
  if (!read.ok) throw new Error(read.code)
  const [row] = read.value.data
  expect(read.value.data).toHaveLength(1)
  expect(row?.attributes).toMatchObject({ campaigns: 2, billable: 8 })
  expect(sum(row?.attributes.transfers.map(it => it.amount) ?? [])).toBe(
    BigInt(row?.attributes.net ?? 0)
  )
  const { charged = '0', fee = '0', referral = '0', net = '0' } = row?.attributes ?? {}
  expect(sum([fee, referral, net])).toBe(BigInt(charged))
})

test('gives pages, days and tables', async () => {
  const id = campaigns[0] ?? ''
  const { readCampaignStatements, downloadCampaignStatements } = advertiser.api.statistics
  const second = await readCampaignStatements({ id, 'page[offset]': 1, 'page[limit]': 1 })
  expect(second.ok && second.value.data.map(it => it.attributes.window_start)).toEqual([
    '2026-03-02T10:00:00.000Z'
  ])
  const none = await readCampaignStatements({ id, from: '2026-03-03' })
  expect(none.ok && none.value.data).toEqual([])
  const file = await downloadCampaignStatements({ id })
  if (!file.ok) throw new Error(file.code)
  const [head, newest, oldest, end] = file.value.split('\r\n')
  expect(head).toBe(
    'window_start,window_end,asset,active_seconds,billable,due,charged,fee,referral,net,promotion,transfers,due_decimal,charged_decimal,fee_decimal,referral_decimal,net_decimal,promotion_decimal,campaign_name'
  )
  expect(newest).toMatch(
    /^2026-03-02T12:00:00.000Z,.*,BTC,7200,1,100,100,10,10,80,0,\d+ \d+ \d+,0\.00000100,0\.00000100,0\.00000010,/
  )
  expect(oldest).toMatch(/^2026-03-02T10:00:00.000Z,.*,BTC,7200,7,100,100,10,9,81,0,/)
  expect(end).toBe('')
  await app.context.db
    .updateTable('campaigns')
    .set({ name: '=cmd, "x"' })
    .where('id', '=', Number(id))
    .execute()
  const later = await downloadCampaignStatements({ id })
  expect(later.ok && later.value.split('\r\n')[1]).toBe(
    `${newest?.replace(/"1"$/, '')}"'=cmd, ""x"""`
  )
  const unit = await publisher.api.statistics.downloadAdUnitStatements({ id: units[1] ?? '' })
  expect(unit.ok && unit.value.split('\r\n')).toHaveLength(4)

  const asked = await advertiser.transport(`/api/v1/campaigns/${id}/statements`, {
    headers: { Accept: 'text/csv' }
  })
  expect(asked.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(asked.headers.get('content-disposition')).toBe(
    `attachment; filename*=UTF-8''mille-campaign-${id}-statements.csv`
  )
  expect(later.ok && later.value).toBe(await asked.text())
})

test('are not shown to other accounts', async () => {
  const [campaign = '', unit = ''] = [campaigns[0], units[0]]
  const { statistics } = stranger.api
  for (const result of [
    await statistics.readCampaignStatements({ id: campaign }),
    await statistics.downloadCampaignStatements({ id: campaign }),
    await statistics.readAdUnitStatements({ id: unit }),
    await statistics.downloadAdUnitStatements({ id: unit })
  ]) {
    expect(result).toMatchObject({ ok: false, status: 404 })
  }
})

test('groups a campaign’s statistics by unit, banner and language', async () => {
  const id = campaigns[0] ?? ''
  const read = async (group_by: 'ad_unit' | 'banner' | 'language') => {
    const result = await advertiser.api.statistics.readCampaignStatistics({ id, group_by })
    if (!result.ok) throw new Error(result.code)
    const { groups, rows, total } = result.value.data.attributes
    expect(rows).toEqual([])
    expect(groups.reduce((all, it) => all + it.billable, 0)).toBe(total.billable)
    return { groups, total }
  }
  const { groups, total } = await read('ad_unit')
  expect(groups).toMatchObject([
    { id: units[1], name: '', billable: 5, rejected: { bot: 2 }, money: { BTC: '157' } },
    { id: units[0], name: 'blog.example', served: 12, billable: 3, money: { BTC: '43' } }
  ])
  expect(sum(groups.map(it => it.money?.BTC ?? '0'))).toBe(BigInt(total.money.BTC))
  expect((await read('language')).groups).toMatchObject([
    { id: 'unknown', billable: 5, money: { BTC: '157' } },
    { id: 'de', name: 'de', billable: 3, money: { BTC: '43' } }
  ])
  expect((await read('banner')).groups).toMatchObject([
    { id: '0', billable: 4, money: null },
    { id: '77', billable: 4, money: null }
  ])
  expect(
    await publisher.api.statistics.readAdUnitStatistics({
      id: units[0] ?? '',
      group_by: 'ad_unit' as 'day'
    })
  ).toMatchObject({ code: 'invalid' })
})

test('what is on hold has its reason, and a partner sees what they earned', async () => {
  const { finances } = advertiser.api
  await app.context.pool.query('update campaigns set name = $1 where id = $2', [
    'Autumn, docs sites',
    campaigns[1]
  ])
  const holds = await finances.readHolds({ userId: advertiser.userId })
  expect(holds.ok && holds.value).toMatchObject({
    data: [
      {
        attributes: {
          currency: 'BTC',
          amount: '200',
          reason: 'campaign_window',
          is_promotion: false,
          source: { type: 'campaign', id: campaigns[1], name: 'Autumn, docs sites' },
          until: '2026-03-02T16:00:00.000Z'
        }
      },
      { attributes: { amount: '100', source: { id: campaigns[0] } } }
    ],
    meta: { pagination: { records: 2 } }
  })
  const balances = await finances.readBalances({ userId: advertiser.userId })
  expect(balances.ok && balances.value.data[0]?.attributes).toMatchObject({
    held: '300',
    in_campaigns: '17299'
  })
  const user = await advertiser.api.accounts.readCurrentUser()
  expect(user.ok && user.value.meta.total_campaigns_balance).toBe('17599')
  expect(await finances.readHolds({ userId: stranger.userId })).toMatchObject({ code: 'not_found' })

  const earned = await stranger.api.finances.readHistory({ userId: stranger.userId })
  expect(earned.ok && earned.value.data.map(it => it.attributes)).toMatchObject([
    { type: 'earning', source: { type: 'affiliate' }, amount: '10' },
    { type: 'earning', amount: '29', reference: 'referral:2026-03-02T10:00:00.000Z' }
  ])
})
