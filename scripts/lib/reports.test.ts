import { expect, it } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './reports.mjs'

const vitestReport = { numTotalTests: 3, numPassedTests: 3, testResults: [] }
const playwrightReport = {
  stats: { expected: 3, unexpected: 0, skipped: 0 },
  errors: []
}

it('counts what passed', () => {
  const counts = { passed: 3, failed: 0, failures: [] }
  expect(readVitestReport(vitestReport)).toEqual(counts)
  expect(readPlaywrightReport(playwrightReport)).toEqual(counts)
})

it('counts a skipped test as failed', () => {
  expect(readVitestReport({ ...vitestReport, numTotalTests: 4 }).failed).toBe(1)
  const stats = { ...playwrightReport.stats, skipped: 1 }
  expect(readPlaywrightReport({ ...playwrightReport, stats }).failed).toBe(1)
})

it('counts a file that breaks before its tests as one failure', () => {
  const testResults = [
    { name: 'a.test.ts', status: 'failed', message: 'no x', assertionResults: [] }
  ]
  const vitest = readVitestReport({ ...vitestReport, testResults })
  expect(vitest).toMatchObject({ failed: 1, failures: ['a.test.ts\n    no x'] })
  const errors = [{ message: 'no such module' }]
  expect(readPlaywrightReport({ ...playwrightReport, errors }).failed).toBe(1)
})

it('names what failed and why', () => {
  const test = { fullName: 'adds', status: 'failed', failureMessages: ['expected 2'] }
  const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [test] }]
  const report = { ...vitestReport, numTotalTests: 4, testResults }
  expect(readVitestReport(report).failures).toEqual(['a.test.ts › adds\n    expected 2'])
  const tests = [{ results: [{ errors: [{ message: 'no button' }] }] }]
  const spec = { title: 'clicks', ok: false, file: 'b.spec.ts', line: 7, tests }
  const suites = [{ suites: [{ specs: [spec] }] }]
  expect(readPlaywrightReport({ ...playwrightReport, suites }).failures).toEqual([
    'b.spec.ts:7 › clicks\n    no button'
  ])
})
