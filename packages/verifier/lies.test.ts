import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { buildBill, type ChargePlan, type Notice, type Plan } from './testing/build-bill.ts'
import { examplePlan, views } from './testing/example-plan.ts'
import { type Asked, verifyBoth } from './testing/verify-both.ts'

/** A lie of a network that signs it with its own key, so that the log contains it. */
type Lie = {
  lie: string
  /** Error code with which both verifiers refuse the bill. */
  code?: string
  /** Text that the verifiers give the reader to compare; a sentence or part of one. */
  compare?: string
  /** Other means that detect the lie, or `nothing`, as docs/bill.md says. */
  by?: 'receipts' | 'witness' | 'nothing'
  asked?: () => Asked
}

const hours = (first: number, last: number) => ({
  start: `2026-11-23T${String(first).padStart(2, '0')}:00:00.000Z`,
  end: `2026-11-23T${String(last).padStart(2, '0')}:00:00.000Z`
})
const [first, second] = examplePlan.charges as [ChargePlan, ChargePlan]
const third: ChargePlan = { ...hours(14, 16), views: views(5, 6, 400) }
const billOf = (plan: Partial<Plan>): Asked => ({
  bill: buildBill({ ...examplePlan, ...plan }).text
})
/** Returns the bill with changed details in the first charge. */
const withDetails = (details: ChargePlan['details']): Asked =>
  billOf({ charges: [{ ...first, details: details ?? {} }, second] })
const withAll = (details: ChargePlan['details']): Asked =>
  billOf({ charges: [first, second].map(it => ({ ...it, details: details ?? {} })) })
const withViews = (changed: ChargePlan['views'], more: Partial<Plan> = {}): Asked =>
  billOf({ ...more, charges: [{ ...first, views: changed }, second] })
const feeEntry = (basisPoints: number, at: string, since = at): Notice => ({
  entry: { at, basisPoints, kind: 'fee', premium: false, since }
})
const withLog = (plan: Partial<Plan>): Asked => {
  const { text, entries } = buildBill({ ...examplePlan, ...plan })
  return { bill: text, entries }
}
const excluded = (at: string, isExcluded = true): Notice => ({
  entry: { at, excluded: isExcluded, kind: 'exclusion', unit: 9 }
})
const cpd = { trafficType: 'cpd', maxCpm: null } as const
const other = () => buildBill({ ...examplePlan, campaign: 13 })
const kept = (size: number, plan: Partial<Plan> = {}) => ({
  bill: buildBill({ ...examplePlan, kept: size, ...plan }).text,
  kept: other().noteAt(size)
})

const shownByTheBill: Lie[] = [
  {
    lie: 'one tag twice',
    code: 'visitor_twice',
    asked: () => withViews([...first.views.slice(0, -1), { unit: 9, minute: 3, visitor: 0 }])
  },
  {
    lie: 'a decision twice',
    code: 'view_twice',
    asked: () => withViews(first.views.map((it, at) => (at < 2 ? { ...it, decision: 'a' } : it)))
  },
  {
    lie: 'a decision in two windows',
    code: 'view_twice',
    asked: () =>
      billOf({
        charges: [first, second].map(it => ({
          ...it,
          views: it.views.map((view, at) => (at === 0 ? { ...view, decision: 'a' } : view))
        }))
      })
  },
  {
    lie: 'a fee above that of the log',
    code: 'fee_too_high',
    asked: () => withDetails({ feeBasisPoints: 2500 })
  },
  {
    lie: 'the fee of one share',
    code: 'share_differs',
    asked: () =>
      billOf({
        charges: [
          { ...first, lie: (_, [share]) => Object.assign(share ?? {}, { feeBasisPoints: 900 }) },
          second
        ]
      })
  },
  {
    lie: 'a charge in the middle left out',
    code: 'chain_broken',
    asked: () => billOf({ charges: [first, second, third], shown: at => at !== 1 })
  },
  {
    lie: 'minutes outside of the window',
    code: 'view_misplaced',
    asked: () => withViews(first.views.map((it, at) => (at === 0 ? { ...it, minute: 130 } : it)))
  },
  {
    lie: 'shares shifted to another ad unit',
    code: 'parts_differ',
    asked: () =>
      billOf({
        charges: [
          {
            ...first,
            lie: (_, [one, another]) => {
              Object.assign(one ?? {}, { gross: '10', fee: '2', net: '8' })
              Object.assign(another ?? {}, { gross: '10', fee: '2', net: '8' })
            }
          },
          second
        ]
      })
  },
  {
    lie: 'more charged than is due',
    code: 'charge_differs',
    asked: () =>
      billOf({
        charges: [{ ...first, lie: details => Object.assign(details, { charged: '30' }) }, second]
      })
  },
  {
    lie: 'windows that overlap',
    code: 'windows_overlap',
    asked: () =>
      billOf({
        charges: [first, { ...second, ...hours(11, 13), details: { windowSeconds: 3600 } }]
      })
  }
]

const shownByTheKeptCheckpoint: Lie[] = [
  { lie: 'another root at the same size', code: 'two_logs', asked: () => kept(6) },
  { lie: 'a past that was rewritten', code: 'log_rewritten', asked: () => kept(5) },
  {
    lie: 'a log that has become shorter',
    code: 'kept_newer',
    asked: () => ({
      bill: buildBill({ ...examplePlan, charges: [first] }).text,
      kept: buildBill(examplePlan).noteAt(6)
    })
  },
  {
    lie: 'no proof of consistency',
    code: 'consistency_missing',
    asked: () => ({ bill: buildBill(examplePlan).text, kept: buildBill(examplePlan).noteAt(5) })
  },
  {
    lie: 'another key',
    code: 'wrong_signature',
    asked: () => ({
      bill: buildBill(examplePlan).text,
      kept: buildBill({ ...examplePlan, seed: 'another' }).noteAt(5)
    })
  },
  { lie: 'a checkpoint that is withheld', by: 'witness' }
]

const shownByFileOrLog: Lie[] = [
  {
    lie: 'more active seconds than the window has',
    code: 'active_seconds',
    asked: () => withDetails({ ...cpd, activeSeconds: 14_400 })
  },
  {
    lie: 'the budget of a whole day for two hours',
    code: 'active_seconds',
    asked: () => withDetails({ ...cpd, windowSeconds: 86_400, activeSeconds: 86_400 })
  },
  {
    lie: 'a charge for an ad unit that the log says is excluded',
    code: 'unit_excluded',
    asked: () => billOf({ notices: [excluded('2026-11-23T01:00:00.000Z')] })
  },
  {
    lie: 'a window before the log has charges',
    code: 'window_before_log',
    asked: () => billOf({ genesis: { chargesSince: '2026-11-23T12:00:00.000Z' } })
  },
  {
    lie: 'a window in the future',
    code: 'window_in_future',
    asked: () => ({ ...billOf({}), now: Date.parse('2026-11-23T13:00:00.000Z') })
  },
  {
    lie: 'a fee that is logged afterwards',
    code: 'fee_backdated',
    asked: () =>
      billOf({
        charges: [{ ...first, details: { feeBasisPoints: 9000 } }, second],
        notices: [feeEntry(9000, '2026-11-29T00:00:00.000Z', '2026-11-20T00:00:00.000Z')]
      })
  },
  {
    lie: 'a lower fee that the bill leaves out',
    code: 'entry_left_out',
    asked: () =>
      withLog({ notices: [{ ...feeEntry(1000, '2026-11-20T00:00:00.000Z'), isLeftOut: true }] })
  },
  {
    lie: 'views that are forgotten at once',
    code: 'forgotten_early',
    asked: () => billOf({ charges: [{ ...first, viewsAre: 'forgotten' }, second] })
  },
  {
    lie: 'no root of the views',
    code: 'no_root',
    asked: () => billOf({ charges: [{ ...first, viewsAre: 'without_root' }, second] })
  },
  {
    lie: 'no root of the views, and views that were invented',
    code: 'no_root',
    asked: () => {
      const invented = { ...first, views: views(5, 1500, 0), viewsAre: 'without_root' } as const
      // A later log entry proves that the charge was logged long before its views could be forgotten.
      const late = [feeEntry(2000, '2026-11-24T00:00:00.000Z')]
      const lie = billOf({ charges: [invented, second], late })
      return { ...lie, now: Date.parse('2027-11-24T00:00:00.000Z') }
    }
  },
  { lie: 'receipts that are answered as forgotten', by: 'receipts' }
]

const ofAll = '2026-11-23T10:00:00.000Z to 2026-11-23T14:00:00.000Z'
const ofFirst = '2026-11-23T10:00:00.000Z to 2026-11-23T12:00:00.000Z'
const shownByTheReader: Lie[] = [
  {
    lie: 'another price',
    compare: `${ofAll}: cpm, maximum CPM 0.00005000 BTC`,
    asked: () => withAll({ maxCpm: '5000' })
  },
  {
    lie: 'another price in one window',
    compare: `${ofFirst}: cpm, maximum CPM 0.00005000 BTC`,
    asked: () => withDetails({ maxCpm: '5000' })
  },
  {
    lie: 'CPM charged as CPD',
    compare: `${ofAll}: cpd, maximum CPM none`,
    asked: () => withAll({ ...cpd })
  },
  {
    lie: 'active seconds that were made up',
    compare: '; 14400 active seconds, ',
    asked: () => withAll({ ...cpd })
  },
  {
    lie: 'an unpaid rest from nowhere',
    compare: ' 0.00000700 BTC from earlier windows.',
    asked: () => withDetails({ ...cpd, unpaid: '700' })
  },
  {
    lie: 'a higher daily budget',
    compare: ', daily budget 0.00900000 BTC, ',
    asked: () => withAll({ dailyBudget: '900000' })
  },
  {
    lie: 'the usual fee for a premium member',
    compare: ', fee 20.00 %, ',
    asked: () => billOf({})
  },
  { lie: 'a coupon that is ignored', compare: ', fee 20.00 %, ', asked: () => billOf({}) },
  {
    lie: 'other hours',
    compare: `, hours ${'01'.repeat(84)} Europe/Berlin; `,
    asked: () => withAll({ hours: '01'.repeat(84), timeZone: 'Europe/Berlin' })
  },
  { lie: 'a partner', compare: ', a partner, ', asked: () => withAll({ hasPartner: true }) },
  {
    lie: 'something carried into the first charge',
    compare: ' 999 thousandths of a unit carried over,',
    asked: () => billOf({ charges: [{ ...first, details: { carriedIn: 999 } }] })
  },
  {
    lie: 'something spent on the day before the first charge',
    compare: ' 0.00000010 BTC on its day,',
    asked: () => billOf({ charges: [{ ...first, details: { spentToday: '10' } }] })
  },
  {
    lie: 'the first charge left out',
    compare: '2026-11-23T12:00:00.000Z to 2026-11-23T14:00:00.000Z: 1 charges, ',
    asked: () => billOf({ shown: at => at > 0 })
  },
  {
    lie: 'the last charge left out',
    compare: `${ofFirst}: 1 charges, `,
    asked: () => billOf({ shown: at => at === 0 })
  },
  {
    lie: 'a second charge of a window, kept out of the file',
    compare: `${ofAll}: 2 charges, 0.00000045 BTC in all.`,
    asked: () => billOf({ charges: [first, second, second], shown: at => at < 2 })
  },
  {
    lie: 'a window of 300 days ago, logged now',
    compare: '2026-01-27T10:00:00.000Z to ',
    asked: () =>
      billOf({
        charges: [
          { ...first, start: '2026-01-27T10:00:00.000Z', end: '2026-01-27T12:00:00.000Z' },
          second
        ],
        genesis: { chargesSince: '2026-01-01T00:00:00.000Z' }
      })
  }
]

const shownByReceipts: Lie[] = [
  'a view that was never reported, after its time',
  'a view billed to another ad unit, or to a campaign without a price',
  'a reason that is signed and false',
  'a restore that was made up',
  'no receipt is given'
].map(lie => ({ lie, by: 'receipts' }))

const shownByNothing: Lie[] = [
  'a view without a receipt that is dropped',
  'views that were invented',
  'one view as two, with two tags',
  'a view moved to an ad unit of the operator',
  'counts of rejected views that were made up'
].map(lie => ({ lie, by: 'nothing' }))

const lies = [
  ...shownByTheBill,
  ...shownByTheKeptCheckpoint,
  ...shownByFileOrLog,
  ...shownByTheReader,
  ...shownByReceipts,
  ...shownByNothing
]
const document = await readFile(new URL('../../docs/bill.md', import.meta.url), 'utf8')

describe('lies of an operator', () => {
  it('are 53, each of them once', () => {
    expect(new Set(lies.map(it => it.lie)).size).toBe(53)
  })

  it.each(lies.filter(it => it.code !== undefined))('refused by both: $lie', async it => {
    const { code, problem } = await verifyBoth(it.asked?.() ?? { bill: '' })
    expect(code).toBe(it.code)
    expect(problem).toMatch(/^[A-Z].*\.$/)
    expect(document).toContain(`\`${it.code}\``)
  })

  it.each(lies.filter(it => it.compare !== undefined))('left to the reader: $lie', async it => {
    const { problem, compare } = await verifyBoth(it.asked?.() ?? { bill: '' })
    expect(problem).toBeNull()
    expect(compare.join('\n')).toContain(it.compare)
  })

  it('says in the document which ones nothing proves', () => {
    for (const { lie } of shownByNothing) expect(document).toContain(lie)
  })
})

describe('an honest network', () => {
  const honest: [what: string, asked: () => Asked][] = [
    [
      'a fee that was raised later',
      () => billOf({ late: [feeEntry(3000, '2026-11-24T00:00:00.000Z')] })
    ],
    [
      'a fee that was logged some time after it took effect',
      () =>
        billOf({
          charges: [first, { ...second, details: { feeBasisPoints: 3000 } }],
          notices: [feeEntry(3000, '2026-11-23T12:03:00.000Z', '2026-11-23T12:00:00.000Z')]
        })
    ],
    [
      'an ad unit that is excluded within the window',
      () => billOf({ notices: [excluded('2026-11-23T11:00:00.000Z')] })
    ],
    [
      'an ad unit that was let in again',
      () =>
        billOf({
          notices: [
            excluded('2026-11-10T00:00:00.000Z'),
            excluded('2026-11-23T10:02:00.000Z', false)
          ]
        })
    ],
    ['a window that a change of the terms has cut', () => withDetails({ windowSeconds: 14_400 })],
    ['all of the log', () => withLog({ notices: [feeEntry(1900, '2026-11-24T00:00:00.000Z')] })]
  ]
  it.each(honest)('is not accused of %s', async (_, asked) => {
    expect((await verifyBoth(asked())).problem).toBeNull()
  })

  it('may forget views after the time that it has promised, or never promised, to keep them', async () => {
    const charges = [{ ...first, viewsAre: 'forgotten' }, second] as const
    const shorter = { at: '2026-11-01T00:00:00.000Z', days: 2, kind: 'retention' }
    const none = { bill: buildBill({ charges }).text }
    const [before, after] = ['2026-12-22T23:59:59.000Z', '2026-12-23T00:00:00.000Z'].map(Date.parse)
    expect((await verifyBoth({ ...none, now: before ?? 0 })).code).toBe('forgotten_early')
    const { problem, unverified } = await verifyBoth({ ...none, now: after ?? 0 })
    expect(problem).toBeNull()
    expect(unverified[1]).toBe('8 views: the network says that it no longer keeps them.')
    const told = billOf({ charges, notices: [{ entry: shorter }] })
    expect((await verifyBoth(told)).problem).toBeNull()
    // Views from before the shorter retention was logged must be kept as long as promised at that time.
    const late = { ...shorter, at: '2026-11-23T11:00:00.000Z' }
    expect((await verifyBoth(billOf({ charges, notices: [{ entry: late }] }))).code).toBe(
      'forgotten_early'
    )
  })

  it('is asked for the entries that its checkpoint is of', async () => {
    const { text, entries } = buildBill(examplePlan)
    const changed = entries.with(entries.length - 1, (entries.at(-1) ?? 0) ^ 1)
    for (const wrong of [changed, entries.subarray(0, -1), new Uint8Array(0)])
      expect((await verifyBoth({ bill: text, entries: wrong })).code).toBe('log_differs')
  })

  it('is not called right where something could not be checked', async () => {
    const { text: bill, entries } = buildBill(examplePlan)
    expect((await verifyBoth({ bill, entries })).unverified).toEqual([])
    const [unread, unreachable] = [
      await verifyBoth({ bill }),
      await verifyBoth({ bill, entries: 'unreachable' })
    ]
    expect([unread, unreachable].map(it => it.unverified)).toEqual([
      ['Whether the bill leaves out a public entry: the entries of the log were not read.'],
      ['Whether the bill leaves out a public entry: the entries of the log could not be read.']
    ])
  })

  it('shows the first entry of the log, and the time that the bill is for', async () => {
    const { lines } = buildBill(examplePlan)
    expect(lines[2]).toContain('"kind":"genesis"')
    const span = { from: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' }
    expect((await verifyBoth(billOf({ span }))).code).toBe('window_outside_bill')
  })
})
