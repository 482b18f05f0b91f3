import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Charges } from '@mille/server/delivery/counter/charges.ts'
import { type Counter, createCounter } from '@mille/server/delivery/counter/counter.ts'
import type { Verdicts } from '@mille/server/delivery/counter/verdicts.ts'
import { fields, flags, recordBytes, recordKinds } from '@mille/server/delivery/log/record.ts'
import { RecordWriter } from '@mille/server/delivery/log/write-records.ts'
import { createRandom, type Random } from '@mille/testing/random.ts'
import { alternate, type Figure, median } from './rounds.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const start = Date.parse('2026-03-02T06:00:00Z')
const batchRecords = 1000
const rounds = 7
const perRound = 300_000
const million = 1_000_000
const dayViews = 10_000_000

/** The counter alone on one core: how fast, how big, and how soon warm. */
export async function run(): Promise<Figure[]> {
  const storm = createStorm(1)
  const counter = createCounter({ settlementWindowSeconds: 3600 })
  let position = 0n
  // Every kind of table has grown, and the code is compiled.
  for (let batch = 0; batch < 600; batch++) counter.apply({ position: ++position, ...storm() })
  counter.takeSums()
  const times = await alternate(rounds, {
    counter: () =>
      timeOf(storm, ({ at, body }) => {
        counter.apply({ position: ++position, at, body })
        // About once a second.
        if (position % BigInt(perRound / batchRecords) === 0n) counter.takeSums()
      }),
    floor: () => timeOf(storm, rememberOnly())
  })
  const perSecond = million / median(times.counter)
  const floor = million / median(times.floor)
  const bytes = memoryOfCharges()
  const warm = warmUp()
  return [
    {
      name: 'counter, events of one core (floor: a Set of decisions alone)',
      value: perSecond,
      unit: '/s',
      floor,
      ratio: perSecond / floor,
      target: '≥ 300,000/s',
      holds: perSecond >= 300_000
    },
    {
      name: 'a million charged visitors in memory',
      value: bytes / 1e6,
      unit: 'MB',
      floor: 8,
      ratio: bytes / 8e6,
      target: '≤ 16 MB (floor: their keys alone)',
      holds: bytes <= 16e6
    },
    {
      name: 'counter warm after a day of 10 million views, without reading them',
      value: warm.seconds,
      unit: 's',
      target: '≤ 20 s',
      holds: warm.seconds <= 20
    },
    {
      name: 'longest batch of 1,000 views on the way there',
      value: warm.longestMs,
      unit: 'ms',
      target: '≤ 50 ms',
      holds: warm.longestMs <= 50
    },
    { name: 'memory of charges and decisions then', value: warm.megabytes, unit: 'MB' }
  ]
}

type Made = { at: Date; body: Buffer }

/** Microseconds of this thread an event, bodies made beforehand. */
function timeOf(storm: () => Made, apply: (made: Made) => void): number {
  const made = Array.from({ length: perRound / batchRecords }, storm)
  const before = process.threadCpuUsage()
  for (const one of made) apply(one)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / perRound
}

/** What anything that counts a report once has to do at least, in the plainest way: remember that it was there. */
function rememberOnly(): (made: Made) => void {
  const seen = new Set<string>()
  return ({ body }) => {
    for (let at = 0; at < body.length; at += recordBytes) {
      const id = body.latin1Slice(at + fields.decision, at + fields.unit)
      seen.add(`${id}${body[at + fields.kind]}`)
    }
  }
}

/**
 * What a busy partition reads: each ad is rendered and most are seen, a few clicked, one of fifty reports is a copy. A
 * thousand decisions a second of ten thousand units and a thousand campaigns, by people of a hundred thousand networks.
 */
function createStorm(seed: number): () => Made {
  const random = createRandom(seed)
  const writer = new RecordWriter()
  let atMs = start
  let latest: (() => void)[] = []
  return () => {
    atMs += 500
    while (writer.count < batchRecords) latest = writeDecision(writer, random, atMs, latest)
    return { at: new Date(atMs), body: writer.take() }
  }
}

function writeDecision(
  writer: RecordWriter,
  random: Random,
  atMs: number,
  latest: (() => void)[]
): (() => void)[] {
  const visitor = random.bytes(8)
  const decided = {
    decision: random.bytes(16),
    unit: 1 + random.below(10_000),
    campaign: 1 + random.below(1000),
    creative: 1,
    banner: random.below(3),
    issuedAtMs: atMs - 1500,
    visitor
  }
  const [yesterday, today] = [-1, 0].map(days => new Date(atMs + days * 86_400_000).toISOString())
  const names = [
    { day: yesterday?.slice(0, 10) ?? '', visitor: random.bytes(8), isKept: false },
    { day: today?.slice(0, 10) ?? '', visitor, isKept: true }
  ]
  const block = Buffer.alloc(8)
  block.writeUInt32BE(random.below(100_000))
  const view = {
    decided,
    names,
    block,
    isCovered: false,
    isShrunken: false,
    isContradictory: false
  }
  const origin = { receivedAtMs: atMs, country: null, device: 0 }
  const writeView = () => writer.viewable(view, origin)
  writer.report('rendered', decided, origin)
  if (random.chance(0.8)) writeView()
  if (random.chance(0.01)) writer.report('clicked', decided, origin)
  if (random.chance(0.04)) latest[random.below(latest.length)]?.()
  return [...latest.slice(-99), writeView]
}

/** A million charges that came over a day: the most that it was while they came, as the process sees it. */
function memoryOfCharges(): number {
  const random = createRandom(2)
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  const charges = new Charges()
  for (let index = 0; index < million; index++) {
    const [high, low] = [random.below(2 ** 32), random.below(2 ** 32)]
    charges.set(high, low, start + index * 86)
  }
  collectGarbage()
  const bytes = process.memoryUsage().arrayBuffers - before
  return Math.max(bytes, charges.bytes)
}

/** Ten million views, each of somebody new, spread over a day. */
function warmUp(): { seconds: number; longestMs: number; megabytes: number } {
  const counter: Counter = createCounter({ settlementWindowSeconds: 3600 })
  const template = viewTemplate()
  const random = createRandom(3)
  const verdicts: Verdicts = new Uint8Array(batchRecords).fill(2)
  let position = 0n
  let microseconds = 0
  let longest = 0
  for (let done = 0; done < dayViews; done += batchRecords) {
    const atMs = start + Math.floor((done / dayViews) * 86_400_000)
    const body = manyViews(template, random, atMs)
    const before = process.threadCpuUsage()
    counter.warm({ position: ++position, at: new Date(atMs), body }, verdicts)
    const { user, system } = process.threadCpuUsage(before)
    microseconds += user + system
    longest = Math.max(longest, user + system)
  }
  return {
    seconds: microseconds / 1e6,
    longestMs: longest / 1000,
    megabytes: counter.bytes() / 1e6
  }
}

function viewTemplate(): Buffer {
  const body = Buffer.alloc(recordBytes)
  body[fields.version] = 1
  body[fields.kind] = recordKinds.viewable
  body[fields.flags] = flags.hasBlock
  // Today's name, which is the token's, and yesterday's; a charge is kept under today's.
  body[fields.names] = 1 | 2 | 16
  return body
}

function manyViews(template: Buffer, random: Random, atMs: number): Buffer {
  const body = Buffer.alloc(batchRecords * recordBytes)
  for (let at = 0; at < body.length; at += recordBytes) {
    template.copy(body, at)
    for (const field of [fields.decision, fields.visitor, fields.visitor + 4, fields.otherNames])
      body.writeUInt32BE(random.below(2 ** 32), at + field)
    body.writeUInt32BE(random.below(2 ** 32), at + fields.decision + 4)
    body.writeUInt32BE(random.below(10_000), at + fields.unit)
    body.writeUInt32BE(random.below(1000), at + fields.campaign)
    body.writeUInt32BE(random.below(100_000), at + fields.block)
    body.writeUIntBE(atMs, at + fields.moment, 6)
    body.writeUIntBE(atMs, at + fields.receivedAt, 6)
  }
  return body
}
