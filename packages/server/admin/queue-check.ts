import { countReportedCreatives } from '../ad-reports/index.ts'
import { countPendingCreatives } from '../campaigns/index.ts'
import type { Database } from '../db/connect.ts'
import { countHeldByNetwork } from '../earnings/index.ts'
import { countDisputes, countPendingOffers } from '../marketplace/index.ts'
import { countUnapproved } from '../payments/index.ts'
import { countUnreviewedSites } from '../sites/index.ts'
import { countWaitingLetters } from '../support/index.ts'
import type { HealthCheck } from './health-rules.ts'

/** What waits for an operator. Nothing is broken by it, so that it never is more than a warning. */
export async function queueCheck(db: Database): Promise<HealthCheck> {
  const queues = [
    { one: 'creative', many: 'creatives', waiting: await countPendingCreatives(db) },
    { one: 'reported ad', many: 'reported ads', waiting: await countReportedCreatives(db) },
    { one: 'offer', many: 'offers', waiting: await countPendingOffers(db) },
    { one: 'dispute', many: 'disputes', waiting: await countDisputes(db) },
    { one: 'site', many: 'sites', waiting: await countUnreviewedSites(db) },
    {
      one: 'ad unit on hold because of its score',
      many: 'ad units on hold because of their score',
      waiting: await countHeldByNetwork(db)
    },
    { one: 'letter', many: 'letters', waiting: await countWaitingLetters(db) },
    { one: 'withdrawal', many: 'withdrawals', waiting: await countUnapproved(db) }
  ]
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

const sayHowMany = ({ one, many, waiting }: { one: string; many: string; waiting: number }) =>
  `${waiting} ${waiting === 1 ? one : many}`

const manyWaiting = 50
