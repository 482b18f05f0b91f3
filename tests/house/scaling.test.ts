import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  type Constants,
  deployments,
  limitsOf,
  readConstants,
  scalingRows
} from '../benchmarks/scaling-model.ts'
import { readTable } from '../write-table.ts'

const constants: Constants = {
  decisionUs: 20,
  reportUs: 50,
  countUs: 5,
  databaseUs: 4,
  appendUs: 1,
  clusterUs: 6,
  databaseLogPerSecond: 500_000,
  clusterLogPerSecond: 160_000
}
const [machine, nodes, cluster] = deployments

test('a machine ends with its one node, which has more to do for an ad than all others', () => {
  // 0.7 × 1,000,000 µs, divided by 20 µs for a decision and 80 µs for 1.6 reports.
  expect(limitsOf(machine!, constants)[0]).toEqual({
    part: 'the thread of the node',
    adsPerSecond: 7000
  })
})

test('ten nodes get ten times as far, until something that they share ends', () => {
  expect(limitsOf(nodes!, constants)[0]).toEqual({ part: 'the nodes', adsPerSecond: 70_000 })
  const shared = limitsOf({ ...nodes!, nodes: 100 }, constants)[0]
  expect(shared).toEqual({ part: 'the counters', adsPerSecond: (2 * 0.7 * 1e6) / 8 })
})

test('a cluster takes the log from PostgreSQL, and its own limit comes instead', () => {
  const limits = limitsOf({ ...cluster!, nodes: 1000 }, constants)
  expect(limits[0]).toEqual({ part: 'what the log takes at once', adsPerSecond: 70_000 })
  expect(limits.find(it => it.part === 'the processors of PostgreSQL')?.adsPerSecond).toBeCloseTo(
    (8 * 0.7 * 1e6) / (1.6 * 3)
  )
})

test('docs/scaling.md has the table of what performance.md measured', () => {
  const performance = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8')
  expect(readTable('scaling', 'scaling.md')).toEqual(scalingRows(readConstants(performance)))
})
