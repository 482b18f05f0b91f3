import { countReportedCreatives } from '../ad-reports/index.ts'
import { countPendingCreatives } from '../campaigns/index.ts'
import type { Database } from '../db/connect.ts'
import { countHeldByNetwork } from '../earnings/index.ts'
import { countDisputes, countPendingOffers } from '../marketplace/index.ts'
import { countUnapproved } from '../payments/index.ts'
import { countUnreviewedSites } from '../sites/index.ts'
import type { HealthCheck } from './health-rules.ts'

/** What waits for an operator. Nothing is broken by it, so that it never is more than a warning. */
export async function queueCheck(db: Database): Promise<HealthCheck> {
  const queues = [
    { name: 'creatives', waiting: await countPendingCreatives(db) },
    { name: 'reported ads', waiting: await countReportedCreatives(db) },
    { name: 'offers', waiting: await countPendingOffers(db) },
    { name: 'disputes', waiting: await countDisputes(db) },
    { name: 'sites', waiting: await countUnreviewedSites(db) },
    { name: 'ad units on hold because of their score', waiting: await countHeldByNetwork(db) },
    { name: 'withdrawals', waiting: await countUnapproved(db) }
  ]
  const waiting = queues.filter(it => it.waiting > 0)
  return {
    name: 'Queues',
    state: waiting.some(it => it.waiting >= manyWaiting) ? 'warning' : 'ok',
    text:
      waiting.length === 0
        ? 'Nothing is waiting for an operator.'
        : `Waiting for an operator: ${waiting.map(it => `${it.waiting} ${it.name}`).join(', ')}.`
  }
}

const manyWaiting = 50
