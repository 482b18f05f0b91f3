import type { Database } from '../db/connect.ts'
import type { HealthCheck } from './health-rules.ts'
import { readQueues } from './queues.ts'

type Queue = Awaited<ReturnType<typeof readQueues>>[number]

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
export async function queueCheck(db: Database): Promise<HealthCheck> {
  const waiting = (await readQueues(db, ['admin'])).filter(it => it.waiting > 0)
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
