import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { addUnit } from '@mille/server/delivery/testing/network.ts'
import { type Nats, startNats } from '@mille/testing/nats.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { serverProgram } from '@mille/testing/server-program.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Load, startLoad } from './delivery-load.ts'
import { addRich, type Network, startNetwork } from './delivery-network.ts'
import { expectCountedOnce, sumOf } from './delivery-proof.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const kills = isProof ? 20 : 1
/** How long the servers of the log are down, in seconds. */
const absence = isProof ? 60 : 5
const visitors = 3

let nats: Nats
let network: Network
let node: ServerProcess
let counters: ServerProcess[]
let unit: number
/**
 * Views acknowledged under all loads together, because the views of one load are counted together with those of the
 * next.
 */
const acknowledged = new Set<string>()

beforeAll(async () => {
  nats = await startNats({ servers: 1 })
  network = await startNetwork(nats.url)
  unit = (await addUnit(network.db)).id
  for (const trafficType of ['cpd', 'cpm'] as const) await addRich(network, trafficType)
  node = await startServer('delivery')
  counters = await Promise.all([startServer('worker'), startServer('worker')])
})
afterAll(async () => {
  await Promise.all([node, ...counters].map(server => server.dispose()))
  await network.stop()
  await nats.dispose()
})

const startServer = (roles: string) =>
  network.startServer({ ROLES: roles, SETTLEMENT_WINDOW_SECONDS: '2', LOG_LEVEL: 'fatal' })

const load = (...nodes: ServerProcess[]) =>
  startLoad(
    nodes.map(it => it.url),
    unit,
    visitors
  )

async function finish({ finish, figures, acknowledged: own }: Load): Promise<void> {
  await finish()
  expect(figures).toMatchObject({ notDecided: 0, whyNot: '' })
  for (const it of own) acknowledged.add(it)
}

test(`another process takes over from one that counts and is killed, ${kills} times`, async () => {
  const running = load(node)
  await sleep(1500)
  for (let round = 0; round < kills; round++) {
    const counter = counters[round % 2]
    await counter?.kill()
    const counted = await sumOf(network, 'viewable')
    await sleep(8000)
    // Half of the partitions had no counter for six seconds; what was reported there meanwhile is counted by replay.
    expect(await sumOf(network, 'viewable')).toBeGreaterThan(counted)
    await counter?.restart()
  }
  await finish(running)
  await expect
    .poll(() => sumOf(network, 'viewable'), { timeout: 30_000 })
    .toBe(BigInt(acknowledged.size))
})

test(`ads go on while the servers of the log are stopped for ${absence} s, and a node starts without them`, async () => {
  const running = load(node)
  await sleep(1500)
  await nats.kill()
  const before = { ...running.figures, acknowledged: running.acknowledged.size }
  const [other, log, settled] = await Promise.all([
    startServer('delivery'),
    node.mille('log', '5'),
    node.mille('settle'),
    sleep(absence * 1000)
  ])
  for (const { code, stderr } of [log, settled]) {
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The event log cannot be reached: .*\n$/)
  }
  const lateLoad = load(other)
  await expect.poll(() => lateLoad.figures.putOff, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(running.figures.putOff).toBeGreaterThan(before.putOff)
  expect(running.figures.decided).toBeGreaterThan(before.decided)
  expect(running.acknowledged.size).toBe(before.acknowledged)
  expect(lateLoad.acknowledged.size).toBe(0)

  await nats.start()
  for (const it of [running, lateLoad])
    await expect
      .poll(() => it.acknowledged.size, { timeout: 30_000, interval: 50 })
      .toBeGreaterThan(it === running ? before.acknowledged : 0)
  for (const it of [lateLoad, running]) await finish(it)
  await other.dispose()
  await expectCountedOnce(network, node, acknowledged)
})

test('the operator’s commands work with the log on NATS, and say so when EVENT_LOG_URL is not set', async () => {
  const [counts, lines] = await Promise.all([
    node.mille('log', '60', '--count'),
    node.mille('log', '60')
  ])
  expect(counts.stdout).toContain(`${acknowledged.size} viewable: billable\n`)
  const billable = lines.stdout.split('\n').filter(it => it.endsWith(': billable'))
  expect(billable).toHaveLength(acknowledged.size)
  const untold = await Promise.all([
    ...[['verify'], ['settle'], ['log', '5']].map(it => run('cli', it)),
    run('main', [])
  ])
  for (const { code, stderr } of untold) {
    expect(code).toBe(1)
    expect(stderr).toMatch(/^EVENT_LOG_URL is not set, and the event log of this database is.*\n$/)
  }
  const wrong = await run('main', [], { EVENT_LOG_URL: 'nats://one:4222/x,two' })
  expect(wrong.stderr).toBe(
    'EVENT_LOG_URL must be servers such as nats://one:4222,nats://two:4222,nats://three:4222\n'
  )
})

/** Runs a program of the server on the same database, without EVENT_LOG_URL unless it is given. */
async function run(
  name: 'main' | 'cli',
  args: string[],
  more: Record<string, string> = {}
): Promise<{ code: number; stderr: string }> {
  const program = await serverProgram(`packages/server/${name}.ts`)
  const { EVENT_LOG_URL: _, ...environment } = network.environment
  const env = {
    ...process.env,
    ...program.env,
    NODE_ENV: 'development',
    SETTLEMENT_WINDOW_SECONDS: '2',
    ...environment,
    ...more
  }
  return new Promise(done => {
    execFile(process.execPath, [program.file, ...args], { env }, (error, _out, stderr) =>
      done({ code: error ? Number(error.code) : 0, stderr })
    )
  })
}
