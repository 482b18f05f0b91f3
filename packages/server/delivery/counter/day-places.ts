import { deviceTypes } from '@mille/api/constants.ts'
import { dayOf } from '../days.ts'
import { RecordView } from '../log/read-records.ts'
import type { CounterBatch } from './counter.ts'
import { rejectedAs, type Verdicts, verdict } from './verdicts.ts'

/** What is added to one row of `campaign_day_places` or `unit_day_places`. */
export type DayPlace = {
  owner: 'campaign' | 'unit'
  id: number
  /** The day, in UTC, on which it was counted. */
  day: string
  /** `ZZ` where it is not known. */
  country: string
  /** `unknown` where it is not known. */
  device: string
  viewable: bigint
  billable: bigint
  clicked: bigint
}

type Counts = { viewable: number; billable: number; clicked: number }
/** By the ID and the place, in one number of 52 bits. */
type ById = Map<number, Counts>

const seenToday = rejectedAs('seen_today')
/** 16 bits for the country, and four for the kind of device. */
const placeRoom = 2 ** 20

/** Counts views and clicks by country and kind of device, from records and what they counted for. It needs no memory of visitors. */
export class DayPlaces {
  #days = new Map<string, { campaign: ById; unit: ById }>()
  #size = 0

  /** How many rows it would be added to now. */
  get size(): number {
    return this.#size
  }

  add({ at, body }: Omit<CounterBatch, 'position'>, verdicts: Verdicts): void {
    const record = new RecordView(body)
    for (let index = 0; index < record.count; index++) {
      const code = verdicts[index]
      if (code !== verdict.billable && code !== seenToday && code !== verdict.clicked) continue
      record.moveTo(index)
      const { campaign, unit } = this.#dayAt(dayOf(at))
      const { place } = record
      this.#addTo(campaign, record.campaign * placeRoom + place, code)
      this.#addTo(unit, record.unit * placeRoom + place, code)
    }
  }

  take(): DayPlace[] {
    const days = this.#days
    this.#days = new Map()
    this.#size = 0
    return [...days].flatMap(([day, { campaign, unit }]) => [
      ...listAll(campaign, { owner: 'campaign', day }),
      ...listAll(unit, { owner: 'unit', day })
    ])
  }

  #dayAt(day: string) {
    let found = this.#days.get(day)
    if (!found) {
      found = { campaign: new Map(), unit: new Map() }
      this.#days.set(day, found)
    }
    return found
  }

  #addTo(counts: ById, key: number, code: number): void {
    let own = counts.get(key)
    if (!own) {
      own = { viewable: 0, billable: 0, clicked: 0 }
      counts.set(key, own)
      this.#size++
    }
    if (code === verdict.clicked) own.clicked++
    else own.viewable++
    if (code === verdict.billable) own.billable++
  }
}

function listAll(counts: ById, of: Pick<DayPlace, 'owner' | 'day'>): DayPlace[] {
  return [...counts].map(([key, own]) => {
    const place = key % placeRoom
    const [first, second, type] = [place >> 12, (place >> 4) & 255, place & 15]
    return {
      ...of,
      id: Math.floor(key / placeRoom),
      country: first === 0 ? 'ZZ' : String.fromCharCode(first, second),
      device: deviceTypes[type - 1] ?? 'unknown',
      viewable: BigInt(own.viewable),
      billable: BigInt(own.billable),
      clicked: BigInt(own.clicked)
    }
  })
}
