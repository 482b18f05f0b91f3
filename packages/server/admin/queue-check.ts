import type { HealthCheck } from './health-rules.ts'
import type { Queue } from './queues.ts'

const names: Record<Queue['name'], readonly [one: string, many: string]> = {
  payout_stops: ['payout stop', 'payout stops'],
  deposits: ['unassigned deposit', 'unassigned deposits'],
  withdrawals: ['withdrawal', 'withdrawals'],
  adjustments: ['adjustment', 'adjustments'],
  disputes: ['dispute', 'disputes'],
  reported_creatives: ['reported ad', 'reported ads'],
  creatives: ['creative', 'creatives'],
  sites: ['site', 'sites'],
  offers: ['offer', 'offers'],
  earnings: ['ad unit on hold because of its score', 'ad units on hold because of their score'],
  conversations: ['unread conversation', 'unread conversations'],
  letters: ['letter', 'letters']
}

/** Checks the queues that await an operator. A full queue breaks nothing, so it is at most a warning. */
export function queueCheck(queues: readonly Queue[]): HealthCheck {
  const waiting = queues.filter(it => it.waiting > 0)
  return {
    name: 'Queues',
    state: waiting.some(it => it.waiting >= manyWaiting) ? 'warning' : 'ok',
    text:
      waiting.length === 0
        ? 'Nothing is waiting for an operator.'
        : `Waiting for an operator: ${waiting.map(sayHowMany).join(', ')}.`
  }
}

const sayHowMany = ({ name, waiting }: Queue) => `${waiting} ${names[name][waiting === 1 ? 0 : 1]}`

const manyWaiting = 50
