import { deviceSystems, deviceTypes } from '@mille/api/constants.ts'
import { dayOf } from '../days.ts'
import { RecordView } from '../event-log/read-records.ts'
import type { CounterBatch } from './judge.ts'
import { rejectedAs, type Verdicts, verdict } from './verdicts.ts'

/**
 * Counts to add to one row of `campaign_day_places`, `campaign_day_systems`, `campaign_day_creatives`, or the
 * corresponding table for units.
 */
export type DayPlace = {
  owner: 'campaign' | 'unit'
  by: 'place' | 'system' | 'creative'
  id: number
  /** The UTC day on which the views and clicks were counted. */
  day: string
  /**
   * The country (`ZZ` if unknown) and the kind of device, or the operating system, or the ID of the creative. Devices
   * and systems are `unknown` if they are not known.
   */
  keys: readonly string[]
  /** Counted by creative only; otherwise zero. */
  served: bigint
  viewable: bigint
  billable: bigint
  clicked: bigint
}

type Counts = { served: number; viewable: number; billable: number; clicked: number }
/**
 * Counts by the ID and the place or system, combined into a number of at most 52 bits, or by the ID of a creative alone.
 */
type ById = Map<number, Counts>
type Day = Record<
  DayPlace['owner'],
  Record<'place' | 'system', ById> & {
    /** Counts by the ID of the campaign or ad unit, and by creative. */
    creatives: Map<number, ById>
  }
>

const seenToday = rejectedAs('seen_today')
const owners = ['campaign', 'unit'] as const
/** Number of values for a place: 16 bits for the country and four for the kind of device. */
const placeRoom = 2 ** 20
const systemRoom = 2 ** 4

/**
 * Counts views and clicks by country and kind of device, by operating system, and by creative, from records and their
 * verdicts. It needs no memory of visitors.
 */
export class DayPlaces {
  #days = new Map<string, Day>()
  #size = 0

  /** Number of rows to which counts would be added now. */
  get size(): number {
    return this.#size
  }

  add({ at, body }: Omit<CounterBatch, 'position'>, verdicts: Verdicts): void {
    const record = new RecordView(body)
    for (let index = 0; index < record.count; index++) {
      const code = verdicts[index]
      if (code === undefined || !isCounted(code)) continue
      record.moveTo(index)
      const counted = this.#dayAt(dayOf(at))
      const { place, system, creative } = record
      for (const owner of owners)
        this.#addTo(creativesOf(counted[owner], record[owner]), creative, code)
      if (code === verdict.rendered) continue
      for (const owner of owners) {
        const id = record[owner]
        this.#addTo(counted[owner].place, id * placeRoom + place, code)
        this.#addTo(counted[owner].system, id * systemRoom + system, code)
      }
    }
  }

  take(): DayPlace[] {
    const days = this.#days
    this.#days = new Map()
    this.#size = 0
    return [...days].flatMap(([day, counted]) =>
      owners.flatMap(owner => [
        ...listAll(counted[owner].place, placeRoom, keysOfPlace, { owner, by: 'place', day }),
        ...listAll(counted[owner].system, systemRoom, keysOfSystem, { owner, by: 'system', day }),
        ...listCreatives(counted[owner].creatives, { owner, by: 'creative', day })
      ])
    )
  }

  #dayAt(day: string) {
    let found = this.#days.get(day)
    if (!found) {
      const empty = () => ({ place: new Map(), system: new Map(), creatives: new Map() })
      found = { campaign: empty(), unit: empty() }
      this.#days.set(day, found)
    }
    return found
  }

  #addTo(counts: ById, key: number, code: number): void {
    let own = counts.get(key)
    if (!own) {
      own = { served: 0, viewable: 0, billable: 0, clicked: 0 }
      counts.set(key, own)
      this.#size++
    }
    if (code === verdict.rendered) own.served++
    else if (code === verdict.clicked) own.clicked++
    else own.viewable++
    if (code === verdict.billable) own.billable++
  }
}

const isCounted = (code: number) =>
  code === verdict.rendered ||
  code === verdict.billable ||
  code === seenToday ||
  code === verdict.clicked

function creativesOf({ creatives }: Day[DayPlace['owner']], id: number): ById {
  const known = creatives.get(id)
  if (known) return known
  const added: ById = new Map()
  creatives.set(id, added)
  return added
}

const bigintsOf = ({ served, viewable, billable, clicked }: Counts) => ({
  ...{ served: BigInt(served), viewable: BigInt(viewable) },
  ...{ billable: BigInt(billable), clicked: BigInt(clicked) }
})

function listAll(
  counts: ById,
  room: number,
  keysOf: (place: number) => string[],
  of: Pick<DayPlace, 'owner' | 'by' | 'day'>
): DayPlace[] {
  return [...counts].map(([key, own]) => ({
    ...of,
    id: Math.floor(key / room),
    keys: keysOf(key % room),
    ...bigintsOf(own)
  }))
}

function listCreatives(
  all: Map<number, ById>,
  of: Pick<DayPlace, 'owner' | 'by' | 'day'>
): DayPlace[] {
  return [...all].flatMap(([id, counts]) =>
    [...counts].map(([creative, own]) => ({
      ...of,
      id,
      keys: [String(creative)],
      ...bigintsOf(own)
    }))
  )
}

function keysOfPlace(place: number): string[] {
  const [first, second, type] = [place >> 12, (place >> 4) & 255, place & 15]
  const country = first === 0 ? 'ZZ' : String.fromCharCode(first, second)
  return [country, deviceTypes[type - 1] ?? 'unknown']
}

const keysOfSystem = (system: number) => [deviceSystems[system - 1] ?? 'unknown']
