import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMetrics } from '@mille/server/app/metrics.ts'
import { createTestContext } from '@mille/testing/test-context.ts'
import { beforeAll, expect, it } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rules = read('deploy/prometheus/alerts.yml')
const dashboard = read('deploy/grafana/mille.json')
const page = read('docs/operating/monitor.md')

let known: Set<string>
beforeAll(async () => {
  // These settings add all metrics that only some networks have.
  const context = await createTestContext({
    eventLogUrl: 'nats://one:4222',
    backupFolder: '/backups'
  })
  const figures = () => ({ requests: {}, reports: {}, waiting: 0, staleMs: 0 })
  known = new Set(createMetrics(context, { isDatabaseThere: async () => true, figures }).names())
  await context.close()
})

it.each([
  ['alerts', rules],
  ['dashboard', dashboard]
])('has only metrics in the %s that the server has', (_, text) => {
  const named = metricsIn(text)
  expect(named.size).toBeGreaterThan(20)
  expect([...named.difference(known)]).toEqual([])
})

it('shows every metric of the product on the dashboard', () => {
  const own = new Set([...known].filter(name => name.startsWith('mille_')))
  expect([...own.difference(metricsIn(dashboard))]).toEqual([])
})

it('says what to do about every alert', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const rows = [...page.matchAll(/^\| `(Mille\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([, name]) => name
  )
  expect(new Set(alerts).size).toBe(alerts.length)
  expect(rows.toSorted()).toEqual(alerts.toSorted())
})

/** Returns the metrics that a file names; a histogram is queried by its buckets. */
function metricsIn(text: string): Set<string> {
  const names = text.matchAll(/\b(?:mille|nodejs|process)_[a-z0-9_]+/g)
  return new Set([...names].map(([name]) => name.replace(/_bucket$/, '')))
}
