import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EventStore,
  startJetStreamStore,
  startPostgresStore
} from '@mille/testing/event-stores.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Batch, type EventLog, EventLogUnavailable, maxBodyBytes } from './event-log.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const kills = isProof ? 50 : 2
const pollingMs = isProof ? 60_000 : 1500
const writers = 8
/** Patience for a busy machine. */
const patient = { patienceMs: 20_000 }
const killTimeoutMs = isProof ? 3_600_000 : 120_000
/** Maximum time in milliseconds until a client notices the end of an outage. */
const recoveryMs = 20_000

const stores = { PostgreSQL: () => startPostgresStore(), JetStream: () => startJetStreamStore() }
const all = { batches: 100_000, bytes: Number.MAX_SAFE_INTEGER }
const noon = new Date('2026-03-02T12:00:00Z')
const afterNoon = (ms: number) => new Date(noon.getTime() + ms)

describe.each(Object.entries(stores))('the event log on %s', (_, startStore) => {
  let store: EventStore
  let log: EventLog
  let ends: bigint[]

  beforeAll(async () => {
    store = await startStore()
    log = await store.openLog(patient)
  })
  afterAll(() => store.dispose())
  // Batches of earlier tests stay in the log, so each test reads from the position at which it began.
  beforeEach(async () => {
    ends = (await log.heads()).map(it => it.position)
  })

  const endOf = (partition: number) => ends[partition] ?? 0n
  const readNew = (partition: number, from = log) => readAll(from, partition, endOf(partition))

  test('gives each partition what was appended to it, in its order', async () => {
    await log.append([body(0, 'one'), body(3, 'two'), body(0, 'three')], noon)
    await log.append([body(3, 'four')], afterNoon(1))
    expect(textsOf(await readNew(0))).toEqual(['one', 'three'])
    expect(textsOf(await readNew(3))).toEqual(['two', 'four'])
    expect(await readNew(1)).toEqual([])
    await log.append([], noon)
  })

  test('says at which positions it has put what was appended', async () => {
    const bodies = [body(0, 'one'), body(3, 'two'), body(0, 'three')]
    const positions = await log.append(bodies, noon)
    const found = [...(await readNew(0)), ...(await readNew(3))]
    const textAt = new Map(found.map(it => [`${it.position} ${it.body}`, it]))
    expect(positions.map((it, index) => textAt.has(`${it} ${bodies[index]?.body}`))).toEqual([
      true,
      true,
      true
    ])
  })

  test('gives every byte back as it was', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    const long = Buffer.alloc(maxBodyBytes, bytes)
    await log.append(
      [
        { partition: 1, body: bytes },
        { partition: 1, body: long }
      ],
      noon
    )
    const [first, second] = await readNew(1)
    expect(first?.body.equals(bytes)).toBe(true)
    expect(second?.body.equals(long)).toBe(true)
  })

  test('takes no body that some store would refuse, and no partition that is not there', async () => {
    const tooLong = { partition: 0, body: Buffer.alloc(maxBodyBytes + 1) }
    await expect(log.append([tooLong], noon)).rejects.toThrow(RangeError)
    await expect(log.append([body(0, '')], noon)).rejects.toThrow(RangeError)
    await expect(log.append([body(16, 'x')], noon)).rejects.toThrow(RangeError)
    await expect(log.append([body(-1, 'x')], noon)).rejects.toThrow(RangeError)
    expect((await log.heads()).map(it => it.position)).toEqual(ends)
  })

  test('reads no more than it is asked for, and one batch at least', async () => {
    await log.append(
      [10, 20, 30, 40].map(size => body(2, 'x'.repeat(size * 1000))),
      noon
    )
    const sizes = async (batches: number, bytes: number) =>
      (await log.read(2, endOf(2), { batches, bytes })).map(it => it.body.length / 1000)
    expect(await sizes(2, 1_000_000)).toEqual([10, 20])
    expect(await sizes(100, 1_000_000)).toEqual([10, 20, 30, 40])
    expect(await sizes(100, 1)).toEqual([10])
    // The last batch may exceed the limit of bytes; the ones before it fit.
    const within = await sizes(100, 35_000)
    expect([2, 3]).toContain(within.length)
  })

  test('never lets time go back, whichever node appends and wherever a reader begins', async () => {
    const offsets = [0, 5000, 1000, -3000, 6000, 5500]
    for (const [index, offset] of offsets.entries())
      await log.append([body(4, String(index))], afterNoon(offset))
    const expected = [0, 5000, 5000, 5000, 6000, 6000].map(it => afterNoon(it))
    const batches = await readNew(4)
    expect(batches.map(it => it.at)).toEqual(expected)
    for (const [index, { position }] of batches.entries()) {
      const other = await store.openLog(patient)
      const rest = await other.read(4, position, all)
      expect(rest).toEqual(batches.slice(index + 1))
    }
  })

  test('says where each partition ends', async () => {
    await log.append([body(5, 'one'), body(5, 'two'), body(6, 'three')], afterNoon(60_000))
    const heads = await log.heads()
    expect(heads.map(it => it.partition)).toEqual(Array.from({ length: 16 }, (_, it) => it))
    const last = (await readNew(5)).at(-1)
    expect(heads[5]).toEqual({ partition: 5, position: last?.position, at: afterNoon(60_000) })
    expect(heads[7]?.position).toBe(endOf(7))
  })

  test(`shows a reader who polls while ${writers} append everything in its order`, async () => {
    let isOver = false
    let end: bigint[] | null = null
    const logs = await Promise.all(Array.from({ length: writers }, () => store.openLog(patient)))
    const writing = logs.map(async (own, writer) => {
      for (let round = 0; !isOver; round++) {
        // Each writer appends to several partitions at once, in varying order.
        const partitions = [0, 1, 2, 3].map(it => 8 + ((it + writer + round) % 4))
        const bodies = partitions.map(it => body(it, `${writer} ${round}`))
        await own.append(bodies, new Date(noon.getTime() + round))
      }
    })
    const reader = await store.openLog(patient)
    const reading = [8, 9, 10, 11].map(async partition => {
      const seen: Batch[] = []
      for (let position = endOf(partition); ; position = seen.at(-1)?.position ?? position) {
        if (end && position >= (end[partition] ?? 0n)) return seen
        seen.push(...(await reader.read(partition, position, { batches: 50, bytes: 1_000_000 })))
      }
    })
    await sleep(pollingMs)
    isOver = true
    await Promise.all(writing)
    end = (await log.heads()).map(it => it.position)
    const seen = await Promise.all(reading)
    for (const [index, batches] of seen.entries()) {
      expect(batches.length).toBeGreaterThan(writers)
      const whole = await readNew(8 + index, await store.openLog(patient))
      expect(
        whole
          .map(lineOf)
          .filter(without(batches.map(lineOf)))
          .slice(0, 5)
      ).toEqual([])
      expect(batches).toHaveLength(whole.length)
      for (let writer = 0; writer < writers; writer++) {
        const rounds = textsOf(batches)
          .filter(it => it.startsWith(`${writer} `))
          .map(it => Number(it.split(' ')[1]))
        expect(rounds).toEqual(rounds.map((_, round) => round))
      }
      expectGrowing(batches)
    }
  })

  test(
    `keeps what was acknowledged when servers are killed, refuses meanwhile and goes on by itself, ${kills} times`,
    async () => {
      const load = startLoad(() => store.openLog({ patienceMs: 2000 }), [13, 14])
      const impatient = await store.openLog({ patienceMs: 500 })
      for (let kill = 0; kill < kills; kill++) {
        const before = load.acknowledged.length
        await expect
          .poll(() => load.acknowledged.length, { timeout: recoveryMs, interval: 20 })
          .toBeGreaterThan(before + 20)
        if (kill % 2 === 0 && store.servers > 1) await store.kill(kill % store.servers)
        else {
          await store.kill()
          await expectRefused(impatient)
        }
        await store.start()
      }
      await load.finish()
      await untilAppended(impatient, body(13, 'after'), noon)
      for (const partition of [13, 14]) {
        const batches = await untilRead(log, partition, endOf(partition))
        const stored = new Set(textsOf(batches))
        const own = load.acknowledged.filter(it => it.startsWith(`${partition} `))
        expect(own.length).toBeGreaterThan(10)
        expect(own.filter(it => !stored.has(it))).toEqual([])
        expectGrowing(batches)
      }
    },
    killTimeoutMs
  )

  test('forgets whole days, and continues where it was', async () => {
    const days = ['2026-04-01', '2026-04-02', '2026-04-03'].map(day => new Date(`${day}T12:00:00Z`))
    for (const [index, day] of days.entries()) await log.append([body(15, `day ${index + 1}`)], day)
    const [first, , third] = await readNew(15)
    await log.dropBefore(new Date('2026-04-03T00:00:00Z'))
    // Nothing has been appended to the other partitions since.
    expect(await readAll(log, 0, 0n)).toEqual([])
    expect(await readAll(log, 15, 0n)).toEqual([third])
    expect(await readAll(await store.openLog(patient), 15, first?.position ?? 0n)).toEqual([third])
    await log.dropBefore(new Date('2026-04-05T00:00:00Z'))
    expect(await readAll(log, 15, 0n)).toEqual([])
    await log.append([body(15, 'later')], new Date('2026-04-06T12:00:00Z'))
    const [last] = await readAll(log, 15, 0n)
    expect(last?.position).toBeGreaterThan(third?.position ?? 0n)
    await log.dropBefore(new Date('2026-04-05T00:00:00Z'))
    expect(textsOf(await readAll(log, 15, 0n))).toEqual(['later'])
  })

  test('puts nothing before a moment that it was advanced to, and says what may be before it', async () => {
    await log.append([body(12, 'early')], noon)
    const heads = await log.advance(afterNoon(3_600_000))
    expect(heads.map(it => it.partition)).toEqual(Array.from({ length: 16 }, (_, it) => it))
    const [late = 0n] = await log.append([body(12, 'late')], afterNoon(1000))
    expect(late).toBeGreaterThan(heads[12]?.position ?? 0n)
    const records = (await readNew(12, await store.openLog())).filter(it => it.body.length > 0)
    expect(records.map(it => [String(it.body), it.at])).toEqual([
      ['early', noon],
      ['late', afterNoon(3_600_000)]
    ])
    // Time in the log never moves back: `advance` to an earlier moment changes nothing.
    await log.advance(noon)
    const [again = 0n] = await log.append([body(12, 'again')], noon)
    const last = (await readNew(12, await store.openLog())).find(it => it.position === again)
    expect(last?.at).toEqual(afterNoon(3_600_000))
  })
})

function body(partition: number, text: string) {
  return { partition, body: Buffer.from(text) }
}

function lineOf({ position, at, body }: Batch): string {
  return `${position} ${at.toISOString()} ${body}`
}

function without(lines: readonly string[]): (line: string) => boolean {
  const known = new Set(lines)
  return line => !known.has(line)
}

function textsOf(batches: readonly Batch[]): string[] {
  return batches.map(it => it.body.toString())
}

/** Reads up to the partition's current end: a replica may lag, and dropped batches are not awaited. */
async function readAll(log: EventLog, partition: number, start: bigint): Promise<Batch[]> {
  const end = (await log.heads())[partition]?.position ?? 0n
  const found: Batch[] = []
  let position = start
  for (let empty = 0; position < end && empty < 10; ) {
    const next = await log.read(partition, position, { batches: 1000, bytes: 8_000_000 })
    found.push(...next)
    position = next.at(-1)?.position ?? position
    empty = next.length > 0 ? 0 : empty + 1
    if (empty > 0) await sleep(20)
  }
  return found
}

/** Reads all batches, and retries while the client reconnects. */
async function untilRead(log: EventLog, partition: number, start: bigint): Promise<Batch[]> {
  const deadline = performance.now() + recoveryMs
  for (;;) {
    try {
      return await readAll(log, partition, start)
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}

/** Starts several nodes that append to the partitions, and remembers the acknowledged batches. */
function startLoad(openLog: () => Promise<EventLog>, partitions: readonly number[]) {
  const acknowledged: string[] = []
  let isOver = false
  let count = 0
  const nodes = Array.from({ length: 4 }, async () => {
    const own = await openLog()
    while (!isOver) {
      const texts = partitions.map(it => `${it} ${count++}`)
      try {
        await own.append(
          texts.map((text, index) => body(partitions[index] ?? 0, text)),
          noon
        )
        acknowledged.push(...texts)
      } catch (error) {
        expect(error).toBeInstanceOf(EventLogUnavailable)
        await sleep(50)
      }
    }
  })
  return {
    acknowledged,
    async finish() {
      isOver = true
      await Promise.all(nodes)
    }
  }
}

async function expectRefused(log: EventLog): Promise<void> {
  const started = performance.now()
  await expect(log.append([body(12, 'lost')], noon)).rejects.toThrow(EventLogUnavailable)
  await expect(log.read(12, 0n, all)).rejects.toThrow(EventLogUnavailable)
  await expect(log.heads()).rejects.toThrow(EventLogUnavailable)
  // Three times the client's patience of 500 ms, plus a margin for a busy machine.
  expect(performance.now() - started).toBeLessThan(3 * 500 + 3000)
}

async function untilAppended(log: EventLog, batch: ReturnType<typeof body>, at: Date) {
  const deadline = performance.now() + recoveryMs
  for (;;) {
    try {
      return await log.append([batch], at)
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(50)
    }
  }
}

function expectGrowing(batches: readonly Batch[]): void {
  for (const [index, batch] of batches.entries()) {
    const before = batches[index - 1]
    if (!before) continue
    expect(batch.position).toBeGreaterThan(before.position)
    expect(batch.at.getTime()).toBeGreaterThanOrEqual(before.at.getTime())
  }
}
