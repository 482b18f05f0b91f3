import { type CampaignState, campaignStates } from '@mille/api/constants.ts'
import { describe, expect, test } from 'vitest'
import {
  campaignActions,
  isFunded,
  nextState,
  readLimit,
  unsettledUntil,
  windowEnd
} from './rules.ts'

/** All allowed transitions, as `action: from > to`; after a slash, the state without money if it differs. */
const allowed = `
submit: draft > pending, pending > pending, rejected > pending
edit: draft > pending, pending > pending, rejected > pending, active > active/out_of_funds, paused > paused, out_of_funds > out_of_funds
approve: pending > active/out_of_funds, active > active/out_of_funds, paused > paused, out_of_funds > active/out_of_funds
reject: pending > rejected, active > active/out_of_funds, paused > paused, out_of_funds > out_of_funds
withdraw: active > rejected, paused > rejected, out_of_funds > rejected
exchange: active > pending
pause: active > paused, paused > paused
resume: paused > active/out_of_funds, active > active/out_of_funds, out_of_funds > active/out_of_funds
fund: draft > draft, pending > pending, active > active/out_of_funds, paused > paused, out_of_funds > active/out_of_funds
reprice: draft > draft, pending > pending, rejected > rejected, active > active/out_of_funds, paused > paused, out_of_funds > active/out_of_funds
run_out: active > out_of_funds, out_of_funds > out_of_funds
archive: draft > archived, pending > archived, paused > archived, out_of_funds > archived, rejected > archived`

const expected = new Map<string, { funded: string; unfunded: string }>()
for (const line of allowed.trim().split('\n')) {
  const [action = '', moves = ''] = line.split(': ')
  for (const move of moves.split(', ')) {
    const [from = '', to = ''] = move.split(' > ')
    const [funded = '', unfunded = funded] = to.split('/')
    expected.set(`${action} ${from}`, { funded, unfunded })
  }
}

describe('states of a campaign', () => {
  const cases = campaignActions.flatMap(action => campaignStates.map(state => ({ action, state })))
  const permitted = cases.filter(({ action, state }) => expected.has(`${action} ${state}`))
  const refused = cases.filter(({ action, state }) => !expected.has(`${action} ${state}`))

  test.each(permitted)('$action is allowed from $state', ({ action, state }) => {
    const to = expected.get(`${action} ${state}`)
    expect(nextState(state, action, true)).toBe(to?.funded)
    expect(nextState(state, action, false)).toBe(to?.unfunded)
  })

  test.each(refused)('$action is refused from $state', ({ action, state }) => {
    expect(nextState(state, action, true)).toBeNull()
    expect(nextState(state, action, false)).toBeNull()
  })

  test('nothing leads out of the archive', () => {
    for (const action of campaignActions) expect(nextState('archived', action, true)).toBeNull()
  })

  test('no state is reached that a campaign cannot be in', () => {
    const reached = cases.flatMap(it => nextState(it.state, it.action, true) ?? [])
    for (const state of reached) expect(campaignStates).toContain<CampaignState>(state)
  })
})

test('a campaign has funds while it has a balance and room below its total budget', () => {
  expect(isFunded({ balance: 0n, spent: 0n, totalBudget: null })).toBe(false)
  expect(isFunded({ balance: 1n, spent: 900n, totalBudget: null })).toBe(true)
  expect(isFunded({ balance: 1n, spent: 9n, totalBudget: 10n })).toBe(true)
  expect(isFunded({ balance: 1n, spent: 10n, totalBudget: 10n })).toBe(false)
})

test('a limit of zero means no limit', () => {
  expect(readLimit('0')).toBeNull()
  expect(readLimit(null)).toBeNull()
  expect(readLimit('9223372036854775807')).toBe(9223372036854775807n)
})

test('windows are aligned to the UTC day', () => {
  expect(windowEnd(new Date('2026-03-02T10:00:00Z'), 7200)).toEqual(
    new Date('2026-03-02T12:00:00Z')
  )
  expect(windowEnd(new Date('2026-03-02T11:59:59.999Z'), 7200)).toEqual(
    new Date('2026-03-02T12:00:00Z')
  )
  expect(windowEnd(new Date('2026-03-02T23:10:00Z'), 86_400)).toEqual(
    new Date('2026-03-03T00:00:00Z')
  )
})

test('money may leave a campaign once nothing that it showed can be charged any more', () => {
  const moment = (time: string) => new Date(`2026-03-02T${time}:00Z`)
  const none = { isActive: false, activeUntil: null, lastBillable: null, settledUntil: null }
  expect(unsettledUntil({ ...none, isActive: true }, 7200)).toBe('paused_first')
  expect(unsettledUntil(none, 7200)).toBeNull()
  // An impression chosen at 10:30 may be seen until 12:30.
  const paused = { ...none, activeUntil: moment('10:30') }
  expect(unsettledUntil(paused, 7200)).toEqual(moment('14:00'))
  expect(unsettledUntil({ ...paused, settledUntil: moment('12:00') }, 7200)).toEqual(
    moment('14:00')
  )
  expect(unsettledUntil({ ...paused, settledUntil: moment('14:00') }, 7200)).toBeNull()
  const seen = { ...paused, lastBillable: moment('14:00'), settledUntil: moment('14:00') }
  expect(unsettledUntil(seen, 7200)).toEqual(moment('16:00'))
})
