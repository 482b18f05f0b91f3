import { ageText } from '../age-text.ts'
import { type Home, type Queue, queuePlaces } from '../queue-places.ts'
import { homeMessages as messages } from './home-messages.ts'

export type Need = {
  key: string
  href: string
  name: string
  /** Number of items in the queue. Null if the need is a failed check. */
  waiting: number | null
  age: string | null
  /** The result of a failed check. Null if the need is a queue. */
  check: { state: 'warning' | 'alarm'; text: string } | null
}

/** The order of the queues: stuck money first, then complaints. Reviews are sorted by age. */
const beforeHealth: readonly Queue['name'][] = ['payout_stops', 'deposits', 'withdrawals']
const afterHealth: readonly Queue['name'][] = ['adjustments', 'disputes', 'reported_creatives']

/** Returns what awaits an operator, in order of the harm that a delay does. */
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

/** Returns when a queue's oldest item arrived. Queues of unknown age sort last. */
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

/**
 * Returns the failed checks with this state. The check of the queues is left out, because the queues are listed
 * themselves.
 */
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
