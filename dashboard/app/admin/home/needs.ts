import { type Home, type Queue, queuePlaces } from '../queue-places.ts'
import { homeMessages as messages } from './home-messages.ts'

export type Need = {
  key: string
  href: string
  name: string
  /** Of a queue. */
  waiting: number | null
  age: string | null
  /** Of a check that failed. */
  check: { state: 'warning' | 'alarm'; text: string } | null
}

/** Money that is stuck comes first, and people who complain; what is reviewed goes by its age. */
const beforeHealth: readonly Queue['name'][] = ['payout_stops', 'deposits', 'withdrawals']
const afterHealth: readonly Queue['name'][] = ['adjustments', 'disputes', 'reported_creatives']

/** What waits for an operator, by how much harm waiting does. */
export function needsOf({ at, queues, checks }: Pick<Home, 'at' | 'queues' | 'checks'>): Need[] {
  const waiting = queues.filter(it => it.waiting > 0)
  const named = (names: readonly Queue['name'][]) =>
    waiting.filter(it => names.includes(it.name)).map(it => needOfQueue(it, at))
  const reviews = waiting
    .filter(({ name }) => !beforeHealth.includes(name) && !afterHealth.includes(name))
    .sort((one, other) => since(one) - since(other))
  return [
    ...named(beforeHealth),
    ...failed(checks, 'alarm'),
    ...named(afterHealth),
    ...reviews.map(it => needOfQueue(it, at)),
    ...failed(checks, 'warning')
  ]
}

/** Of unknown age is last. */
const since = ({ oldest_at }: Queue) =>
  oldest_at === null ? Number.MAX_SAFE_INTEGER : Date.parse(oldest_at)

function needOfQueue({ name, waiting, oldest_at }: Queue, at: string): Need {
  return {
    key: name,
    href: queuePlaces[name],
    name: messages.queues[name],
    waiting,
    age: oldest_at === null ? null : ageText(Date.parse(at) - Date.parse(oldest_at)),
    check: null
  }
}

/** What the check of the queues says is there as queues. */
function failed(checks: Home['checks'], state: 'warning' | 'alarm'): Need[] {
  return checks
    .filter(it => it.state === state && it.name !== 'Queues')
    .map(({ name, text }) => ({
      key: `check ${name}`,
      href: '/admin/health',
      name: messages.check(name),
      waiting: null,
      age: null,
      check: { state, text }
    }))
}

function ageText(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  if (minutes < 60) return messages.minutes(minutes)
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? messages.hours(hours) : messages.days(Math.floor(hours / 24))
}
