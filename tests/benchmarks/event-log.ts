import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EventStore,
  startJetStreamStore,
  startPostgresStore
} from '@mille/testing/event-stores.ts'
import { processorMs } from '@mille/testing/processor.ts'
import { readTable, writeTable } from '../write-table.ts'
import { makeDisk } from './cut-disk.ts'
import { median, percentile } from './rounds.ts'
import { type Candidate, startValkeyStore } from './valkey-store.ts'
import { writeScaling } from './write-scaling.ts'

/**
 * Compares stores for the event log on this machine, one after the other, each cluster with all of its servers. Reads
 * back every acknowledged event after servers were killed, and after a power cut of all of them.
 */
type Store = Omit<EventStore, 'openLog'> & { openLog: () => Promise<Candidate> }

const recordBytes = 96
const partitions = 16
const nodes = 4
const recordsOfFlush = 1000
const rounds = 5
const roundMs = 2000
/** Load of a steady network: reports per second, by one node that appends every ten milliseconds. */
const steady = { perSecond: 20_000, everyMs: 10, ms: 5000 }
const kills = 3
const outageMs = 60_000
let named = 0

const tableName = 'stores'
const head = [
  'store',
  'events/s',
  'p99 at that',
  'p99 at 20,000/s',
  'servers, µs an event',
  'memory',
  'lost: one server killed',
  'all killed',
  'power cut'
]

const stores: Record<string, (folder?: string) => Promise<Store>> = {
  'PostgreSQL, 1 server': folder => startPostgresStore(folder),
  'JetStream, 3 servers, `sync_interval: always`': folder =>
    startJetStreamStore({ ...(folder && { folder }) }),
  'JetStream, 3 servers, as it comes (2 minutes)': folder =>
    startJetStreamStore({ ...(folder && { folder }), sync: '2m' }),
  'Valkey, 3 servers, `WAITAOF 1 1`': folder => startValkeyStore(folder)
}

// Usage: node scripts/run.mjs tests/benchmarks/event-log.ts [the beginning of a store's name, for its row alone]
const wanted = process.argv[2] ?? ''
const rows = new Map(readTable(tableName).map(row => [row[0] ?? '', row]))
for (const [name, startStore] of Object.entries(stores)) {
  if (!name.startsWith(wanted)) continue
  const row = [name, ...(await measureSpeed(startStore)), ...(await measureLosses(startStore))]
  process.stdout.write(`${row.join(' | ')}\n`)
  rows.set(name, row)
}
writeTable(tableName, [head, head.map(() => '---'), ...rows.values()])
writeScaling()

async function measureSpeed(startStore: (folder?: string) => Promise<Store>): Promise<string[]> {
  const store = await startStore()
  try {
    const logs = await Promise.all(Array.from({ length: nodes }, () => store.openLog()))
    await Promise.all(logs.map(untilOpen))
    await Promise.all(logs.map(log => appendFor(log, recordsOfFlush, 1000)))
    const [perSecond, latencies]: [number[], number[]] = [[], []]
    const before = processorOf(store)
    const events: number[] = []
    for (let round = 0; round < rounds; round++) {
      const done = await Promise.all(logs.map(log => appendFor(log, recordsOfFlush, roundMs)))
      const count = done.flat().length * recordsOfFlush
      events.push(count)
      perSecond.push((count * 1000) / roundMs)
      latencies.push(...done.flat())
    }
    const processorUs =
      ((processorOf(store) - before) * 1000) / events.reduce((sum, it) => sum + it, 0)
    const memory = memoryOf(store)
    const calm = logs[0] ? await appendSteadily(logs[0]) : []
    return [
      Math.round(median(perSecond)).toLocaleString('en'),
      `${percentile(latencies, 0.99).toFixed(1)} ms`,
      `${percentile(calm, 0.99).toFixed(1)} ms`,
      processorUs.toFixed(2),
      `${Math.round(memory)} MB`
    ]
  } finally {
    await store.dispose()
  }
}

/** Returns how many milliseconds each append took. */
async function appendFor(log: Candidate, records: number, ms: number): Promise<number[]> {
  const bodies = makeBodies(records)
  const took: number[] = []
  const end = performance.now() + ms
  for (let now = performance.now(); now < end; ) {
    await log.append(bodies, new Date())
    const after = performance.now()
    took.push(after - now)
    now = after
  }
  return took
}

/** Sends each append when it is due, whether or not the previous one has finished. */
async function appendSteadily(log: Candidate): Promise<number[]> {
  const { perSecond, everyMs, ms } = steady
  const bodies = makeBodies((perSecond * everyMs) / 1000)
  const took: Promise<number>[] = []
  const started = performance.now()
  for (let nth = 0; nth * everyMs < ms; nth++) {
    const due = started + nth * everyMs
    await sleep(Math.max(0, due - performance.now()))
    took.push(log.append(bodies, new Date()).then(() => performance.now() - due))
  }
  return Promise.all(took)
}

function makeBodies(records: number) {
  return Array.from({ length: partitions }, (_, partition) => ({
    partition,
    body: randomBytes(Math.max(1, Math.floor(records / partitions)) * recordBytes)
  }))
}

/** Measures which acknowledged events are lost after one server was killed, after all were, and after a power cut. */
async function measureLosses(startStore: (folder?: string) => Promise<Store>): Promise<string[]> {
  const disk = makeDisk()
  const store = await startStore(join(disk.path, 'store'))
  try {
    const acknowledged = new Set<string>()
    const lost: string[] = []
    const ways = [
      async (nth: number) => store.kill(store.servers > 1 ? nth % store.servers : undefined),
      async () => store.kill(),
      async () => {
        disk.cut()
        await store.kill()
        await disk.mountAgain()
      }
    ]
    for (const end of ways) {
      const before = acknowledged.size
      for (let nth = 0; nth < kills; nth++) {
        const load = startLoad(store, acknowledged)
        await sleep(1500)
        await end(nth)
        load.stop()
        await store.start()
        await load.ended
      }
      const stored = await readStored(store)
      const missing = [...acknowledged].filter(it => !stored.has(it))
      for (const it of missing) acknowledged.delete(it)
      const count = (batches: number) => Math.round((batches * recordsOfFlush) / partitions)
      const total = count(acknowledged.size + missing.length - before)
      lost.push(`${count(missing.length).toLocaleString('en')} of ${total.toLocaleString('en')}`)
    }
    return lost
  } finally {
    await store.dispose()
    await disk.dispose()
  }
}

/** Appends batches until it is stopped. Each batch begins with its name. */
function startLoad(store: Store, acknowledged: Set<string>) {
  let isOver = false
  const work = Array.from({ length: nodes }, async () => {
    const log = await store.openLog()
    while (!isOver) {
      const bodies = makeBodies(recordsOfFlush)
      const names = bodies.map(({ partition, body }) => {
        const name = `${partition}-${named++}`.padEnd(16)
        body.write(name, 'latin1')
        return name
      })
      try {
        await log.append(bodies, new Date())
        for (const name of names) acknowledged.add(name)
      } catch {
        await sleep(20)
      }
    }
  })
  const ended = Promise.all(work)
  return {
    ended,
    stop() {
      isOver = true
    }
  }
}

/**
 * Reads the stored batches as soon as the store is back: a new leader shows its events only after it has accepted an
 * append.
 */
async function readStored(store: Store): Promise<Set<string>> {
  const log = await store.openLog()
  await untilOpen(log)
  return readAll(log)
}

/** Waits until appending works: a cluster needs a while to elect its leaders. */
async function untilOpen(log: Candidate): Promise<void> {
  const deadline = performance.now() + outageMs
  for (;;) {
    try {
      await log.append(makeBodies(partitions), new Date())
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(200)
    }
  }
}

async function readAll(log: Candidate): Promise<Set<string>> {
  const stored = new Set<string>()
  for (let partition = 0; partition < partitions; partition++) {
    for (let position = 0n, empty = 0; empty < 3; ) {
      const next = await log.read(partition, position, { batches: 500, bytes: 4_000_000 })
      for (const { body } of next) stored.add(body.toString('latin1', 0, 16))
      position = next.at(-1)?.position ?? position
      empty = next.length > 0 ? 0 : empty + 1
      // A replica may be a moment behind its leader.
      if (empty > 0) await sleep(100)
    }
  }
  return stored
}

function processorOf(store: Store): number {
  return store.pids().reduce((sum, pid) => sum + processorMs(pid), 0)
}

/** Returns the memory of the store's processes in MB: their private memory and their share of shared memory (PSS). */
function memoryOf(store: Store): number {
  const kilobytes = store.pids().map(pid => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
  })
  return kilobytes.reduce((sum, it) => sum + it, 0) / 1024
}
