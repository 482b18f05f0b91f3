import type { Books } from '@mille/api/books/endpoints.ts'
import { closeSound, createEarningNetwork } from '@mille/testing/earnings.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sumViewDays } from '../delivery/index.ts'
import { sealBooks } from '../seals/index.ts'

let app: TestApp
let network: Awaited<ReturnType<typeof createEarningNetwork>>
beforeAll(async () => {
  app = await createTestApp()
  network = await createEarningNetwork(app)
})
afterAll(() => closeSound(app))

async function readBooks(): Promise<Books> {
  const result = await app.open().api.books.readBooks()
  if (!result.ok) throw new Error('The books are not open')
  return result.value.data.attributes
}

const zero = { today: '0', last_30_days: '0', ever: '0' }

test('a network without money says so', async () => {
  const books = await readBooks()
  expect(books).toMatchObject({
    totals: [
      { asset: 'BTC', publishers: zero, fees: zero, withdrawals: zero },
      { asset: 'USD', publishers: zero, fees: zero, withdrawals: zero }
    ],
    reserves: [],
    views: { counted_at: null, today: { billable: 0, rejected: {} } },
    settlements: []
  })
})

test('anyone reads what was settled, as sums of the network', async () => {
  await network.earn('2026-03-02T12:00:00Z', 10n)
  await sealBooks(app.context)
  await sumViewDays(app.context)
  await sql`
    insert into reserve_checks (asset, checked_at, holdings, liabilities)
    values ('BTC', ${app.context.now()}, 1000000, 999000)`.execute(app.context.db)
  const books = await readBooks()
  const [window] = books.settlements
  const checked_at = app.context.now().toISOString()
  // Ten views for 100 units each, of which the fee is a fifth.
  const paid = { today: '800', last_30_days: '800', ever: '800' }
  const kept = { today: '200', last_30_days: '200', ever: '200' }
  expect(books.totals[0]).toEqual({
    asset: 'BTC',
    publishers: paid,
    fees: kept,
    withdrawals: zero
  })
  expect(window).toEqual({
    window_start: '2026-03-02T12:00:00.000Z',
    window_end: '2026-03-02T14:00:00.000Z',
    asset: 'BTC',
    billable: 10,
    charged: '1000',
    publishers: '800',
    fee: '200',
    referral: '0',
    campaigns: null
  })
  expect(books.views).toMatchObject({ counted_at: checked_at, today: { billable: 10 } })
  expect(books.reserves).toEqual([
    { asset: 'BTC', holdings: '1000000', liabilities: '999000', checked_at }
  ])
})

test('the answer has nothing but what the contract names, so nothing of one account', async () => {
  const response = await app.fetch(new Request('http://localhost:3000/api/v1/books'))
  expect(response.headers.get('cache-control')).toBe('public, max-age=10')
  expect(response.headers.get('set-cookie')).toBeNull()
  const body = (await response.json()) as { data: { attributes: Books } }
  const names = new Set<string>()
  JSON.stringify(body.data.attributes, (key, value: unknown) => {
    if (!/^\d+$/.test(key)) names.add(key)
    return value
  })
  const known = [
    ...['', 'at', 'totals', 'asset', 'publishers', 'fees', 'withdrawals', 'today', 'last_30_days'],
    ...['ever', 'reserves', 'holdings', 'liabilities', 'checked_at', 'views', 'counted_at'],
    ...['billable', 'rejected', 'settlements', 'window_start', 'window_end', 'charged', 'fee'],
    ...['referral', 'campaigns']
  ]
  expect([...names].filter(it => !known.includes(it))).toEqual([])
})

test('the books are computed once in ten seconds', async () => {
  const before = await readBooks()
  await sql`update reserve_checks set holdings = 5`.execute(app.context.db)
  expect(await readBooks()).toEqual(before)
  app.context.clock.advance(10_000)
  expect((await readBooks()).reserves[0]?.holdings).toBe('5')
})
