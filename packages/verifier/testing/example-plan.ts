import type { Plan, View } from './build-bill.ts'

export const views = (unit: number, count: number, from: number): View[] =>
  Array.from({ length: count }, (_, index) => ({
    unit,
    minute: (index * 13) % 120,
    visitor: from + index
  }))

/** Two windows of a campaign with views on three ad units. */
export const examplePlan: Plan = {
  charges: [
    {
      start: '2026-11-23T10:00:00.000Z',
      end: '2026-11-23T12:00:00.000Z',
      views: [...views(5, 6, 0), ...views(9, 2, 100)]
    },
    {
      start: '2026-11-23T12:00:00.000Z',
      end: '2026-11-23T14:00:00.000Z',
      views: [...views(5, 3, 200), ...views(7, 7, 300)]
    }
  ]
}

/** Example of docs/bill.md: one window, in a log without other entries. */
export const documentedPlan: Plan = { charges: examplePlan.charges.slice(0, 1), others: 0 }
