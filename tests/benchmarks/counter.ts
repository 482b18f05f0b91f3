import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fields, recordBytes } from '@mille/server/delivery/event-log/record.ts'
import { Charges } from '@mille/server/delivery/judge/charges.ts'
import { createJudge, type Judge } from '@mille/server/delivery/judge/judge.ts'
import type { Verdicts } from '@mille/server/delivery/judge/verdicts.ts'
import { createRandom } from '@mille/testing/random.ts'
import { batchRecords, createStorm, createViews, type Made, start } from './counter-storm.ts'
import { alternate, type Figure, median } from './rounds.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const rounds = 7
const perRound = 300_000
const million = 1_000_000
const dayViews = 10_000_000

/** Measures the counter alone on one core: its speed, its memory, and its warm-up time. */
export async function run(): Promise<Figure[]> {
  const storm = createStorm(1)
  const counter = createJudge({ settlementWindowSeconds: 3600 })
  let position = 0n
  // Warm-up, after which every kind of table has grown and the code is compiled.
  for (let batch = 0; batch < 600; batch++) counter.apply({ position: ++position, ...storm() })
  counter.takeSums()
  const times = await alternate(rounds, {
    counter: () =>
      timeOf(storm, ({ at, body }) => {
        counter.apply({ position: ++position, at, body })
        // The sums are taken about once per second.
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

/** Measures the time of this thread per event, in microseconds. The event bodies are made in advance. */
function timeOf(storm: () => Made, apply: (made: Made) => void): number {
  const made = Array.from({ length: perRound / batchRecords }, storm)
  const before = process.threadCpuUsage()
  for (const one of made) apply(one)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / perRound
}

/**
 * The minimum work of a counter that counts each report once, in its plainest form: remembering each report in a `Set`.
 */
function rememberOnly(): (made: Made) => void {
  const seen = new Set<string>()
  return ({ body }) => {
    for (let at = 0; at < body.length; at += recordBytes) {
      const id = body.toString('latin1', at + fields.decision, at + fields.unit)
      seen.add(`${id}${body[at + fields.kind]}`)
    }
  }
}

/**
 * Measures the memory of a million charges that arrive over a day, in bytes: the larger of the process's growth and the
 * charges' own count.
 */
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

/** Loads ten million views, each by a new visitor, spread over a day. */
function warmUp(): { seconds: number; longestMs: number; megabytes: number } {
  const counter: Judge = createJudge({ settlementWindowSeconds: 3600 })
  const makeViews = createViews(3)
  const verdicts: Verdicts = new Uint8Array(batchRecords).fill(2)
  let position = 0n
  let microseconds = 0
  let longest = 0
  for (let done = 0; done < dayViews; done += batchRecords) {
    const atMs = start + Math.floor((done / dayViews) * 86_400_000)
    const body = makeViews(atMs)
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
