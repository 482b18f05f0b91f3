import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from './app.ts'

let first: TestApp
let second: TestApp
beforeAll(async () => {
  first = await createTestApp()
})
afterAll(async () => {
  await first.close()
  await second.close()
})

test('the process is watched once, however many apps it has', async () => {
  await expect
    .poll(
      async () => {
        allocate()
        return garbageRuns(await metricsOf(first))
      },
      { timeout: 20_000 }
    )
    .toBeGreaterThan(0)
  second = await createTestApp()
  expect(garbageRuns(await metricsOf(second))).toBeGreaterThan(0)
})

test('metrics are given to this machine alone, each of them once', async () => {
  const names = [...(await metricsOf(second)).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(names).toContain('nodejs_eventloop_lag_seconds')
  expect(names).toContain('mille_http_requests_total')
  expect(names).toHaveLength(new Set(names).size)
  expect((await second.open().transport('/metrics', {})).status).toBe(404)
})

test('with a token, callers on any machine read the metrics with it, and none without', async () => {
  const token = 'k7Qm2xV9tR4wZ8pL1sD6fG3hJ5nB0cYa'
  const app = await createTestApp({ metricsToken: token })
  onTestFinished(app.close)
  const { transport } = app.open('203.0.113.9')
  const read = (headers: Record<string, string>) => transport('/metrics', { headers })
  const answer = await read({ authorization: `Bearer ${token}` })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('mille_http_requests_total')
  const refused = await Promise.all([
    read({}),
    read({ authorization: `Bearer ${token}x` }),
    read({ authorization: token }),
    app.open('127.0.0.1').transport('/metrics', {})
  ])
  expect(refused.map(it => it.status)).toEqual([401, 401, 401, 401])
  expect(await refused[0]?.text()).not.toContain('mille_http')
})

test('says how the network is', async () => {
  const warn = vi.spyOn(first.context.log, 'warn')
  const metrics = await metricsOf(first)
  expect(metrics).toMatch(/^mille_health_state\{check="Jobs"\} 0$/m)
  expect(metrics).toMatch(/^mille_partitions_unowned 16$/m)
  expect(metrics).toMatch(/^mille_mail_failed 0$/m)
  expect(metrics).toMatch(/^mille_database_up 1$/m)
  expect(metrics).toMatch(/^mille_build_info\{version="\d.*",roles="web,delivery,worker"\} 1$/m)
  expect(warn).not.toHaveBeenCalled()
})

test('a node of a blockchain that never answers is named, and takes no other figure with it', async () => {
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const app = await createTestApp()
  onTestFinished(async () => {
    await app.close()
    silent.closeAllConnections()
    silent.close()
  })
  app.context.config.payments.bitcoin = {
    ...{ name: 'bitcoin', wallet: 'mille', network: 'regtest', confirmations: 1 },
    ...{ xpub: '', minimumDeposit: 1n },
    rpcUrl: `http://ada:secret@127.0.0.1:${(silent.address() as AddressInfo).port}`
  }
  const metrics = await metricsOf(app)
  expect(metrics).toMatch(/^mille_chain_up\{chain="bitcoin"\} 0$/m)
  expect(metrics).toMatch(/^mille_health_state\{check="Bitcoin"\} 2$/m)
  expect(metrics).toMatch(/^mille_jobs_failed 0$/m)
}, 20_000)

test('an event log that is away takes no figure of anything else with it', async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  app.context.config.eventLogUrl = 'nats://127.0.0.1:1'
  const metrics = await metricsOf(app)
  expect(metrics).toMatch(/^mille_counting_lag_seconds nan$/im)
  expect(metrics).toMatch(/^mille_partitions_unowned 16$/m)
  expect(metrics).toMatch(/^mille_jobs_failed 0$/m)
  expect(metrics).toMatch(/^mille_queue_waiting\{queue="sites"\} 0$/m)
}, 30_000)

test('requests for ads are counted by what came of them', async () => {
  const parts = { delivery: null, pages: null, embedFolder: null, assetsFolder: null }
  const outcomes: Record<string, number> = { filled: 3 }
  const figures = { requests: outcomes, reports: {}, waiting: 0, staleMs: 0 }
  const app = createApp(first.context, {
    ...parts,
    isReady: () => true,
    figures: () => figures
  })
  const lines = async () => {
    const answer = await app.fetch(
      new Request(new URL('/metrics', first.context.config.publicUrl)),
      {
        incoming: { socket: { remoteAddress: '127.0.0.1' } }
      }
    )
    return [...(await answer.text()).matchAll(/^mille_ad_requests_total(.*)$/gm)].map(it => it[1])
  }
  expect(await lines()).toEqual(['{outcome="filled"} 3'])
  outcomes.no_campaign = 2
  expect(await lines()).toEqual(['{outcome="filled"} 3', '{outcome="no_campaign"} 2'])
  await app.stop()
})

test('however often a load balancer asks, it is answered, and the database is asked once a second', async () => {
  // A reading of the metrics asks the database too, so this app's metrics were not read.
  const app = await createTestApp()
  onTestFinished(app.close)
  const { pool } = app.context
  let asked = 0
  const count = () => void asked++
  pool.on('acquire', count)
  const { transport } = app.open('203.0.113.9')
  const answers = await Promise.all(Array.from({ length: 1000 }, () => transport('/readyz', {})))
  pool.off('acquire', count)
  expect(new Set(answers.map(it => it.status))).toEqual(new Set([200]))
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(10)
})

async function metricsOf(app: TestApp): Promise<string> {
  const answer = await app.open('127.0.0.1').transport('/metrics', {})
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  return answer.text()
}

/** Returns the number of garbage collections in the metrics. */
function garbageRuns(metrics: string): number {
  const lines = metrics.matchAll(/^nodejs_gc_duration_seconds_count\{.*\} (\d+)$/gm)
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Allocates enough memory to trigger a collection of the young generation. */
function allocate(): number {
  return Array.from({ length: 500_000 }, (_, index) => [index]).length
}
