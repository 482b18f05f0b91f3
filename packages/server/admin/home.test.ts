import { createEarningNetwork } from '@mille/testing/earnings.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealBooks } from '../seals/index.ts'

let app: TestApp
let admin: SignedInBrowser
let network: Awaited<ReturnType<typeof createEarningNetwork>>
beforeAll(async () => {
  app = await createTestApp()
  network = await createEarningNetwork(app)
  await network.earn('2026-03-02T22:30:00Z', 10n)
  await network.earn('2026-03-12T12:00:00Z', 20n)
  await network.earn('2026-03-13T00:30:00Z', 40n)
  await network.earn('2026-04-11T05:00:00Z', 80n)
  await sealBooks(app.context)
  await run('update sites set reviewed_at = now()')
  // The sessions created with the network have expired by now.
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const dayMs = 86_400_000
const run = (text: string, values: unknown[] = []) => app.context.pool.query(text, values)

async function readHome() {
  const home = await admin.api.admin.readHome()
  if (!home.ok) throw new Error(home.code)
  return home.value.data.attributes
}

async function queue(name: string) {
  const queues = await admin.api.admin.readQueues()
  if (!queues.ok) throw new Error(queues.code)
  const shown = queues.value.data.attributes.queues
  expect((await readHome()).queues).toEqual(shown)
  return shown.find(it => it.name === name)
}

type Row = { day: string; kind: string; amount: bigint }

/** Computes the same periods as the server, from whole days counted in JavaScript. */
function periodsOf(rows: readonly Row[], today: string, signs: Record<string, 1n | -1n>) {
  const sum = (from: number, until: number) => {
    const within = rows.filter(({ day }) => {
      const ago = (Date.parse(today) - Date.parse(day)) / dayMs
      return ago >= from && ago < until
    })
    return String(within.reduce((all, it) => all + it.amount * (signs[it.kind] ?? 0n), 0n))
  }
  return { today: sum(0, 1), last_30_days: sum(0, 30), previous_30_days: sum(30, 60) }
}

test('money is that of the settlements and of the books, by days of UTC', async () => {
  const today = '2026-04-11'
  expect(app.context.now().toISOString()).toMatch(today)
  const { rows } = await run(`
    select to_char(window_start at time zone 'UTC', 'YYYY-MM-DD') as day, charged, fee, charged - fee as publishers
    from settlements where charged > 0`)
  expect(rows).toHaveLength(4)
  const settled: Row[] = rows.flatMap(({ day, fee, publishers }) => [
    { day, kind: 'settlement', amount: publishers },
    { day, kind: 'settlement_fee', amount: fee }
  ])
  const kinds = ['deposit', 'deposit_reversal', 'withdrawal', 'withdrawal_fee', 'adjustment']
  const days = ['2026-02-10', '2026-02-11', '2026-03-12', '2026-03-13', '2026-04-10', today]
  const booked: Row[] = [
    ...[...kinds, 'order_release', 'order_fee'].flatMap((kind, at) =>
      days.map((day, index) => ({ day, kind, amount: BigInt(7 ** (at + 1) + 100 * index) }))
    ),
    { day: today, kind: 'take_back', amount: 5n }
  ]
  for (const { day, kind, amount } of booked)
    await run('insert into book_days values ($1, $2, $3, $4, $5, 1)', [
      ...[day, 'BTC', kind, kind === 'take_back' ? 'ad_unit' : 'user', amount]
    ])
  const all = [...settled, ...booked]
  const earned = { settlement: 1n, order_release: 1n } as const
  const kept = { settlement_fee: 1n, order_fee: 1n } as const
  const none = periodsOf([], today, {})
  expect((await readHome()).money).toEqual([
    {
      asset: 'BTC',
      charged: periodsOf(all, today, { ...earned, ...kept, take_back: -1n }),
      publishers: periodsOf(all, today, { ...earned, take_back: -1n }),
      fees: periodsOf(all, today, kept),
      deposits: periodsOf(all, today, { deposit: 1n, deposit_reversal: -1n }),
      withdrawals: periodsOf(all, today, { withdrawal: 1n })
    },
    { asset: 'USD', charged: none, publishers: none, fees: none, deposits: none, withdrawals: none }
  ])
  await run("delete from book_days where kind not like 'settlement%'")
})

test('requests and accounts are those of the same days', async () => {
  const now = Date.parse('2026-04-11T00:00:00Z')
  for (const [ago, requests, filled] of [
    [0, 15, 9],
    [29, 100, 30],
    [30, 1_000, 900],
    [59, 10_000, 1],
    [60, 100_000, 7]
  ] as const)
    for (const [side, user] of [
      ['network', 0],
      ['publisher', network.publisher.userId]
    ] as const)
      await run('insert into account_request_sums values (true, $1, $2, $3, $4, $5)', [
        ...[new Date(now - ago * dayMs), side, user, requests, filled]
      ])
  await run("insert into account_request_sums values (false, $1, 'network', 0, 10, 4)", [
    new Date(now)
  ])
  const before = (await readHome()).new_accounts
  for (const at of [
    '2026-04-11T00:00:00Z',
    '2026-04-10T23:59:59.999Z',
    '2026-03-13T00:00:00Z',
    '2026-03-12T23:59:59.999Z',
    '2026-02-11T00:00:00Z',
    '2026-02-10T23:59:59.999Z'
  ])
    await run('insert into users (email, created_at) values ($1, $2)', [
      `${Date.parse(at)}@example.com`,
      at
    ])
  const home = await readHome()
  expect(home.requests).toEqual({
    today: { requests: 15, filled: 9 },
    last_30_days: { requests: 115, filled: 39 },
    previous_30_days: { requests: 11_000, filled: 901 }
  })
  expect(home.new_accounts).toEqual({
    today: before.today + 1,
    last_30_days: before.last_30_days + 3,
    previous_30_days: before.previous_30_days + 2
  })
})

test('campaigns and ad units are those that run, and of accounts that are not suspended', async () => {
  const { active_campaigns, active_ad_units } = await readHome()
  expect([active_campaigns, active_ad_units]).toEqual([1, 1])
  const { suspendPerson, liftSuspension } = admin.api.admin
  for (const { userId } of [network.advertiser, network.publisher])
    expect(await suspendPerson({ id: userId, reason: 'A look at it' })).toMatchObject({ ok: true })
  expect(await readHome()).toMatchObject({ active_campaigns: 0, active_ad_units: 0 })
  for (const { userId } of [network.advertiser, network.publisher])
    expect(await liftSuspension({ id: userId })).toMatchObject({ ok: true })
  await run("update ad_units set state = 'archived' where id = $1", [network.unitId])
  expect(await readHome()).toMatchObject({ active_campaigns: 1, active_ad_units: 0 })
})

const old = '2026-04-01T10:00:00.000Z'

/**
 * Each queue with the expected number of waiting items after its rows are inserted. The oldest item has waited since
 * `$old`; other rows are newer, or are older but do not wait.
 */
const queues: readonly (readonly [name: string, waiting: number, rows: string])[] = [
  [
    'payout_stops',
    1,
    `insert into payout_stops (asset, reason, created_at, ended_at)
     values ('BTC', 'Less than owed', $old, null), ('BTC', 'Earlier', $earlier, now())`
  ],
  [
    'deposits',
    2,
    `insert into chains (name) values ('bitcoin') on conflict do nothing;
     insert into deposits (chain, transaction_id, output, address, token_code, asset, amount, seen_at, is_gone, put_away_at, put_away_reason)
     values ('bitcoin', 'a', 0, 'x', 'BTC', 'BTC', 5, $later, false, null, null),
       ('bitcoin', 'a', 1, 'x', 'BTC', 'BTC', 5, $old, false, null, null),
       ('bitcoin', 'a', 2, 'x', 'BTC', 'BTC', 5, $earlier, true, null, null),
       ('bitcoin', 'a', 3, 'x', 'BTC', 'BTC', 5, $earlier, false, now(), 'Ours')`
  ],
  [
    'withdrawals',
    1,
    `insert into withdrawals (user_id, asset, token_code, chain, address, amount, fee, state, hold_id, needs_approval, created_at)
     select $publisher, 'BTC', 'BTC', 'bitcoin', 'x', 5, 1, 'requested', id, number = 1,
       case number when 1 then $old else $earlier end
     from (select id, row_number() over (order by id) as number from ledger_holds) as holds where number <= 2`
  ],
  [
    'adjustments',
    2,
    `insert into adjustments (user_id, asset, amount, reason, made_by, made_at, state, decided_by)
     values ($publisher, 'BTC', 5, 'Lost', $admin, $later, 'pending', null),
       ($publisher, 'BTC', 5, 'Lost', $admin, $old, 'pending', null),
       ($publisher, 'BTC', 5, 'Lost', $admin, $earlier, 'rejected', $advertiser)`
  ],
  [
    'disputes',
    1,
    `insert into publication_offers (user_id, publication_offer_type, state, name, description, domain_name, languages, categories,
       price_us_cents, created_at)
     values ($publisher, 'article', 'live', 'An article', 'Words', 'x.example', '{en}', '{bitcoin}', 100, $earlier);
     insert into publication_orders (offer_id, advertiser_id, publisher_id, state, name, publication_offer_type, domain_name,
       included, turnaround_days, price_us_cents, asset, amount, fee_basis_points, target_url, brief, created_at)
     select id, $advertiser, $publisher, 'disputed', name, 'article', domain_name, '{}', 7, 100, 'USD', 100, 0, 'x', 'x', $earlier
     from publication_offers;
     insert into publication_order_events (order_id, sequence, to_state, actor, user_id, at)
     select id, 1, 'placed', 'advertiser', $advertiser, $earlier from publication_orders
     union all select id, 2, 'disputed', 'advertiser', $advertiser, $old from publication_orders`
  ],
  [
    'reported_creatives',
    1,
    `insert into creative_reports (creative_id, unit_id, reason, created_at, decision, decided_at, decided_by)
     select id, $unit, 'illegal', at, given.decision, given.decided, case when given.decision is not null then $admin end
     from creatives, (values ($later, null, null), ($old, null, null), ($earlier, 'dismiss', $later)) as given (at, decision, decided)
     where state = 'live'`
  ],
  [
    'creatives',
    1,
    `insert into creatives (campaign_id, variant_id, state, language, link_text, creative_link, creative_text, banners_only, created_at)
     select campaign_id, variant_id, given.state, language, link_text, creative_link, creative_text, banners_only, at
     from creatives, (values ('pending', $old), ('superseded', $earlier)) as given (state, at) where creatives.state = 'live'`
  ],
  [
    'sites',
    2,
    `insert into sites (user_id, domain_name, origin, state, language, verification_token, verified_at, created_at)
     values ($publisher, 'a.example', 'x', 'verified', 'en', 'a', $later, $old),
       ($publisher, 'b.example', 'x', 'verified', 'en', 'b', $old, $earlier),
       ($publisher, 'c.example', 'x', 'unverified', 'en', 'c', null, $earlier)`
  ],
  [
    'earnings',
    1,
    `insert into earning_holds (unit_id, reason, created_at, created_by, released_by, released_at, evidence)
     values ($unit, 'Score', $earlier, null, $admin, now(), '{}'), ($unit, 'Score', $old, null, null, null, '{}')`
  ],
  [
    'conversations',
    1,
    `begin;
     insert into chat_conversations (user_id, last_message_id) values ($publisher, 0);
     insert into chat_messages (user_id, author, text, created_at)
     values ($publisher, 'user', 'Read', $earlier), ($publisher, 'user', 'Hello', $old), ($publisher, 'user', 'Hello?', $later);
     update chat_conversations
     set operator_read_id = first, last_message_id = last, last_user_message_id = last
     from (select min(id) as first, max(id) as last from chat_messages) as ids;
     commit`
  ],
  [
    'letters',
    2,
    `insert into chat_letters (letter_id, email, text, created_at, answered_at)
     values (gen_random_uuid(), 'a@example.com', 'Hello', $later, null), (gen_random_uuid(), 'a@example.com', 'Hello', $old, null),
       (gen_random_uuid(), 'a@example.com', 'Hello', $earlier, now())`
  ]
]

test.each(queues)(
  'the queue of %s has its number and the age of its oldest',
  async (name, waiting, rows) => {
    expect(await queue(name)).toEqual({ name, waiting: 0, oldest_at: null })
    const given: Record<string, string | number> = {
      old: `'${old}'::timestamptz`,
      later: "'2026-04-02T10:00:00Z'::timestamptz",
      earlier: "'2026-03-01T10:00:00Z'::timestamptz",
      publisher: network.publisher.userId,
      advertiser: network.advertiser.userId,
      admin: admin.userId,
      unit: network.unitId
    }
    await run(rows.replace(/\$(\w+)/g, (_, it: string) => String(given[it])))
    expect(await queue(name)).toEqual({ name, waiting, oldest_at: old })
  }
)

test('offers say since when they wait until they were reviewed', async () => {
  const id = await addOffer(app.context, network.publisher, { state: 'pending' })
  const { rows } = await run(
    'update publication_offers set created_at = $1 where id = $2 returning id',
    [old, id]
  )
  expect(rows).toHaveLength(1)
  expect(await queue('offers')).toEqual({ name: 'offers', waiting: 1, oldest_at: old })
  await run('update publication_offers set decided_at = now() where id = $1', [id])
  expect(await queue('offers')).toEqual({ name: 'offers', waiting: 1, oldest_at: null })
})

test('health and reserves are those of their own pages', async () => {
  const at = app.context.now()
  await run(
    'insert into reserve_checks (asset, checked_at, holdings, liabilities) values ($1, $2, 9, 7)',
    [...['BTC', at]]
  )
  const home = await readHome()
  const checked_at = at.toISOString()
  expect(home.reserves).toEqual([{ asset: 'BTC', holdings: '9', liabilities: '7', checked_at }])
  const health = await admin.api.admin.readHealth()
  const names = health.ok && health.value.data.attributes.checks.map(it => it.name)
  expect(home.checks.map(it => it.name)).toEqual(names)
  expect(home.checks.find(it => it.name === 'Queues')?.text).toBe(
    'Waiting for an operator: 1 payout stop, 2 unassigned deposits, 1 withdrawal, 2 adjustments, 1 dispute, 1 reported ad, 1 creative, 3 sites, 1 offer, 1 ad unit on hold because of its score, 1 unread conversation, 2 letters.'
  )
})
