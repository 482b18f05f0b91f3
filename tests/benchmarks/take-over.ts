import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '@mille/server/config.ts'
import { createLog, systemClock, systemRandomBytes } from '@mille/server/context.ts'
import { createPostgresLog } from '@mille/server/delivery/event-log/postgres-log.ts'
import { readPartitions } from '@mille/server/delivery/partitions/leases.ts'
import {
  createTestAppender,
  makeDecided,
  viewable
} from '@mille/server/delivery/testing/counting.ts'
import { createMailer } from '@mille/server/mail/mailer.ts'
import { processorMs } from '@mille/testing/processor.ts'
import { type Network, startNetwork } from '../faults/delivery-network.ts'
import { writeDay } from './day-log.ts'
import { measureDayReaders } from './day-readers.ts'
import type { Figure } from './rounds.ts'

const dayViews = 10_000_000
/** Views that are reported per step while the takeover is measured. */
const perStep = 20
const stepMs = 10
const patienceMs = 300_000

/**
 * Measures two takeovers while views are being reported. First, one of two counting processes is killed and the other
 * takes over its partitions; then the remaining one is killed and a new one is started. Each has to wait for the dead
 * process's leases to expire, read the last day of the partitions, and count what was reported meanwhile.
 */
export async function run(views = dayViews): Promise<Figure[]> {
  const network = await startNetwork()
  try {
    await writeDay(network, views)
    const start = () => network.startServer({ ROLES: 'worker' })
    const [first, other] = await Promise.all([start(), start()])
    const load = startLoad(network)
    await shared(network)
    await caughtUp(network)
    const sharedSeconds = await secondsUntilCounted(network, () => other.kill())
    let second = first
    const seconds = await secondsUntilCounted(network, async () => {
      await first.kill()
      second = await start()
    })
    const cpu = processorMs(second.pid) / 1000
    const megabytes = residentMegabytes(second.pid)
    const acknowledged = await load.stop()
    await caughtUp(network)
    const wrong = (await countOf(network, 'viewable')) - acknowledged
    for (const server of [first, other, second]) await server.dispose()
    const day = `a day of ${views / 1e6} million views, none lost or twice`
    const takeOver = (name: string, value: number): Figure => ({
      name,
      value,
      unit: 's',
      target: '≤ 20 s',
      holds: value <= 20 && wrong === 0
    })
    return [
      takeOver(`take-over by another process after kill -9, ${day}`, sharedSeconds),
      takeOver('the same where the only process that counts is killed and started again', seconds),
      { name: 'views lost or counted twice then', value: Math.abs(wrong), unit: '' },
      { name: 'processor time of the process that took over', value: cpu, unit: 's' },
      { name: 'its memory, with that day', value: megabytes, unit: 'MB' },
      ...(await measureDayReaders(network))
    ]
  } finally {
    await network.stop()
  }
}

async function secondsUntilCounted(network: Network, kill: () => Promise<void>): Promise<number> {
  const killed = performance.now()
  await kill()
  await caughtUp(network)
  return (performance.now() - killed) / 1000
}

/** Waits until two processes own half of the partitions each. */
async function shared({ db }: Network): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('counter_partitions')
      .select(({ fn }) => ['owner', fn.countAll<bigint>().as('count')])
      .groupBy('owner')
      .execute()
    if (rows.length === 2 && rows.every(it => it.owner !== null && it.count === 8n)) return
    await sleep(50)
  }
}

/** Reports views continuously. `stop` returns how many were acknowledged. */
function startLoad(network: Network): { stop: () => Promise<number> } {
  const config = readConfig({ NODE_ENV: 'test', SECRET: systemRandomBytes(32).toString('hex') })
  const log = createLog({ logLevel: 'silent' })
  const clock = { now: systemClock, randomBytes: systemRandomBytes }
  const { db, pool, connection } = network
  const mailer = createMailer(config)
  const appender = createTestAppender({ db, pool, connection, config, log, mailer, ...clock })
  let isOn = true
  let acknowledged = 0
  async function report(): Promise<void> {
    while (isOn) {
      const views = Array.from({ length: perStep }, () =>
        viewable(makeDecided({ issuedAtMs: Date.now() - 1500 }))
      )
      await Promise.all(views.map(it => appender.count(it)))
      acknowledged += views.length
      await sleep(stepMs)
    }
  }
  const reporting = report()
  return {
    async stop() {
      isOn = false
      await reporting
      await appender.stop()
      return acknowledged
    }
  }
}

/** Waits until everything that is in the log now has been counted. */
async function caughtUp({ db, pool }: Network): Promise<void> {
  const heads = await createPostgresLog(pool).heads()
  const until = performance.now() + patienceMs
  for (;;) {
    const counted = new Map((await readPartitions(db)).map(it => [it.partition, it.position]))
    if (heads.every(it => (counted.get(it.partition) ?? 0n) >= it.position)) return
    if (performance.now() > until) throw new Error('The log is not counted')
    await sleep(50)
  }
}

async function countOf({ db }: Network, kind: string): Promise<number> {
  const { count } = await db
    .selectFrom('delivery_counters')
    .select(({ fn }) => fn.sum<bigint | null>('count').as('count'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the process's resident memory in MB, as the system reports it (proc_pid_status(5)). */
function residentMegabytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return (Number(line?.[1]) * 1024) / 1e6
}
