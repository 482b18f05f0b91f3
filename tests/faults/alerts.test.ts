import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@mille/testing/free-port.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'
import { ensurePrometheus } from '../../scripts/lib/prometheus.mjs'
import { type AlertCase, alertCases } from './alert-cases.ts'
import { type Network, startNetwork } from './delivery-network.ts'

const run = promisify(execFile)
const rulesFile = join(root, 'deploy/prometheus/alerts.yml')
const rules = readFileSync(rulesFile, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'mille-alerts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let programs: Awaited<ReturnType<typeof ensurePrometheus>>
beforeAll(async () => {
  programs = await ensurePrometheus()
})

describe('with series that are made up', () => {
  test('each alert has a case', () => {
    const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    expect(Object.keys(alertCases).toSorted()).toEqual(names.toSorted())
  })

  test('each alert fires by its fault, and not without it', async () => {
    const { promtool } = programs
    await run(promtool, ['check', 'rules', rulesFile])
    await run(promtool, ['test', 'rules', writeCases('bad', 1)])
    await run(promtool, ['test', 'rules', writeCases('good', 0)])
  })

  /** Writes a file for promtool that counts after 20 minutes how often each alert fires. */
  function writeCases(name: keyof AlertCase, expected: number): string {
    const tests = Object.entries(alertCases).map(([alert, it]) => ({
      interval: '1m',
      input_series: Object.entries(it[name]).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
          eval_time: '20m',
          exp_samples: [{ labels: '{}', value: expected }]
        }
      ]
    }))
    const file = join(folder, `${name}.yml`)
    // JSON is YAML.
    writeFileSync(
      file,
      JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests })
    )
    return file
  }
})

describe('with real servers', () => {
  const token = 'k7Qm2xV9tR4wZ8pL1sD6fG3hJ5nB0cYa'
  const backup = join(folder, 'backups', 'mille.gz')
  let network: Network
  let web: ServerProcess
  let worker: ServerProcess
  let prometheus: ChildProcess
  let origin: string

  beforeAll(async () => {
    await mkdir(join(folder, 'backups'))
    network = await startNetwork()
    const shared = { METRICS_TOKEN: token, BACKUP_DIR: join(folder, 'backups') }
    web = await network.startServer({ ...shared, ROLES: 'web,delivery' })
    worker = await network.startServer({ ...shared, ROLES: 'worker' })
    expect(await web.mille('backup', backup)).toMatchObject({ code: 0 })
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    prometheus = startPrometheus(port)
    await vi.waitUntil(async () => (await upCount()) === 2, { timeout: 30_000, interval: 200 })
  })
  afterAll(async () => {
    prometheus?.kill()
    if (prometheus && prometheus.exitCode === null) await once(prometheus, 'exit')
    await Promise.all([web, worker].map(it => it?.dispose()))
    await network?.stop()
  })

  /** Starts a Prometheus that reads and judges each half second, with the documented files but for their times. */
  function startPrometheus(port: number): ChildProcess {
    const fast = join(folder, 'rules.yml')
    writeFileSync(fast, rules.replaceAll(/for: \d+m/g, 'for: 1s').replaceAll('[5m]', '[5s]'))
    writeFileSync(join(folder, 'token'), token, { mode: 0o600 })
    const targets = [web, worker].map(it => new URL(it.url).host.replace('localhost', '127.0.0.1'))
    const config = readFileSync(join(root, 'deploy/prometheus/prometheus.yml'), 'utf8')
      .replaceAll('15s', '500ms')
      .replace('/etc/prometheus/mille-alerts.yml', fast)
      .replace('/etc/prometheus/mille-token', join(folder, 'token'))
      .replace(/targets: \["10\..*\]/, `targets: ${JSON.stringify(targets)}`)
    const file = join(folder, 'prometheus.yml')
    writeFileSync(file, config)
    const args = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`
    ]
    return spawn(programs.prometheus, args, { stdio: 'ignore' })
  }

  async function upCount(): Promise<number> {
    try {
      const answer = await fetch(`${origin}/api/v1/query?query=sum(up)`)
      const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } }
      return Number(data.result[0]?.value[1] ?? 0)
    } catch {
      return 0
    }
  }

  async function firing(): Promise<string[]> {
    const answer = await fetch(`${origin}/api/v1/alerts`)
    const { data } = (await answer.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] }
    }
    const names = data.alerts.filter(it => it.state === 'firing').map(it => it.labels.alertname)
    return [...new Set(names)].toSorted()
  }

  const patient = { timeout: 60_000, interval: 200 }

  test('no alert fires in a network that is in order', async () => {
    await expect.poll(firing, patient).toEqual([])
    await sleep(5000)
    expect(await firing()).toEqual([])
  })

  test('a backup that is three hours old', async () => {
    const old = new Date(Date.now() - 3 * 3_600_000)
    utimesSync(backup, old, old)
    await expect.poll(firing, patient).toEqual(['MilleBackupOld'])
    expect(await web.mille('backup', backup)).toMatchObject({ code: 0 })
    await expect.poll(firing, patient).toEqual([])
  })

  test('a job that no worker runs, and one that failed at its last attempt', async () => {
    await network.query(
      "select graphile_worker.add_job('unknown_task', run_at := now() - interval '10 minutes')"
    )
    await network.query(
      `select graphile_worker.add_job('verify_ledger', '{"id": "none"}', max_attempts := 1)`
    )
    await expect.poll(firing, patient).toEqual(['MilleJobsFailed', 'MilleJobsLate'])
    await network.query(
      "delete from graphile_worker._private_jobs where task_id in (select id from graphile_worker._private_tasks where identifier in ('unknown_task', 'verify_ledger'))"
    )
    await expect.poll(firing, patient).toEqual([])
  })

  test('a worker that was killed', async () => {
    await worker.kill()
    await expect.poll(firing, patient).toEqual(['MilleDown', 'MilleNoWorker'])
    await worker.restart()
    await expect.poll(firing, patient).toEqual([])
  })

  test('a database that is stopped while readers ask', async () => {
    let isOver = false
    const readers = (async () => {
      while (!isOver) {
        const body = JSON.stringify({ token: 'x', kind: 'viewable' })
        const requests = [
          fetch(`${web.url}/serve/view`, { method: 'POST', body }),
          fetch(`${web.url}/api/v1/user`)
        ]
        await Promise.all(requests.map(it => it.then(answer => answer.text()).catch(() => {})))
        await sleep(50)
      }
    })()
    await network.database.stop()
    await expect
      .poll(firing, patient)
      .toEqual(expect.arrayContaining(['MilleDatabaseAway', 'MilleErrors', 'MilleReportsDeferred']))
    await network.database.start()
    isOver = true
    await readers
    await expect.poll(firing, patient).toEqual([])
  })
})
