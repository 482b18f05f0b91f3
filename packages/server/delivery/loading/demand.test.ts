import { dayMs } from '@mille/api/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anybody, makeCampaign, makeUnit } from '../testing/inventory.ts'
import { demandOf, payable } from './demand.ts'

const days = 30
const amount = fc.bigInt(0n, 10n ** 12n)
const campaigns = fc.array(
  fc.record({
    asset: fc.constantFrom('BTC', 'USD'),
    owner: fc.constantFrom(1, 2, 3),
    state: fc.constantFrom('active', 'active', 'active', 'paused'),
    dailyBudget: amount.map(it => it + 1n),
    balance: amount,
    totalBudget: fc.option(amount),
    spent: amount,
    charged: amount,
    rating: fc.constantFrom(null, 'nsfw')
  }),
  { maxLength: 40 }
)

test('for any network, what can be paid in a month is no more than unsold budgets and funds', () => {
  fc.assert(
    fc.property(campaigns, network => {
      const charged = new Map(network.map((it, id) => [id, it.charged]))
      const all = network.map(({ rating, charged: _, ...it }, id) =>
        makeCampaign({ ...it, id, creative: { rating } })
      )
      const unit = makeUnit({ id: 0, owner: 1, disallowedRatings: new Set(['nsfw']) })
      const paid = payable(demandOf(all, charged, unit, { days, nowMs: anybody.nowMs }), 2000)

      for (const asset of ['BTC', 'USD'] as const) {
        let unsold = 0n
        let funds = 0n
        for (const it of network) {
          const isForUnit = it.owner !== 1 && it.state === 'active' && it.rating === null
          if (!isForUnit || it.asset !== asset) continue
          if (it.dailyBudget > it.charged) unsold += it.dailyBudget - it.charged
          funds += it.balance
        }
        expect(paid[asset]).toBeLessThanOrEqual(unsold * BigInt(days))
        expect(paid[asset]).toBeLessThanOrEqual(funds)
      }
    })
  )
})

test('counts what a campaign has left on its best day, until its money or its total budget ends', () => {
  const unit = makeUnit({ id: 0, owner: 1 })
  const campaign = (changes: object) =>
    makeCampaign({ balance: 10_000n, dailyBudget: 100n, ...changes })
  const of = (changes: object, charged = 0n) =>
    demandOf([campaign(changes)], new Map([[1, charged]]), unit, { days, nowMs: anybody.nowMs })
  const inBitcoin = (units: bigint) => ({ BTC: units, USD: 0n })
  expect(of({})).toEqual({ campaigns: 1, perDay: inBitcoin(100n), inAll: inBitcoin(3000n) })
  expect(of({}, 60n)).toEqual({ campaigns: 1, perDay: inBitcoin(40n), inAll: inBitcoin(1200n) })
  expect(of({}, 100n)).toEqual({ campaigns: 0, perDay: inBitcoin(0n), inAll: inBitcoin(0n) })
  expect(of({ balance: 70n })).toMatchObject({ perDay: inBitcoin(70n), inAll: inBitcoin(70n) })
  expect(of({ totalBudget: 900n, spent: 400n })).toMatchObject({ inAll: inBitcoin(500n) })
  const inDays = (count: number) => new Date(anybody.nowMs + count * dayMs)
  expect(of({ endsAt: inDays(2.5) })).toMatchObject({ campaigns: 1, inAll: inBitcoin(300n) })
  expect(of({ endsAt: inDays(60) })).toMatchObject({ inAll: inBitcoin(3000n) })
  const weekdays = { hours: `${'0'.repeat(12)}${'1'.repeat(12)}`.repeat(5).padEnd(168, '0') }
  const schedule = { ...weekdays, timeZone: 'Pacific/Kiritimati' }
  // The schedule has 60 of 168 hours, on 5 of 7 days.
  expect(of({ schedule })).toMatchObject({ campaigns: 1, perDay: inBitcoin(35n) })
  const cpm = { trafficType: 'cpm', maxCpm: 1000n }
  expect(of({ schedule, ...cpm })).toMatchObject({ campaigns: 1, perDay: inBitcoin(71n) })
  expect(of({ startsAt: inDays(1) })).toMatchObject({ campaigns: 0 })
  expect(of({ owner: 1 })).toMatchObject({ campaigns: 0 })
  const elsewhere = { categories: new Set<number>(), units: new Set<number>() }
  expect(of({ allowed: { ...elsewhere, sites: new Set([7]) } })).toMatchObject({ campaigns: 0 })
})
