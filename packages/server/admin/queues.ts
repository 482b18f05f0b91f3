import type { QueueList } from '@mille/api/admin/endpoints.ts'
import { readReportedQueue } from '../ad-reports/index.ts'
import { readPendingCreatives } from '../campaigns/index.ts'
import type { Database } from '../db/connect.ts'
import type { Waiting } from '../db/count-rows.ts'
import { readHeldByNetwork } from '../earnings/index.ts'
import { readDisputes, readPendingOffers } from '../marketplace/index.ts'
import { readOpenStops, readUnapproved, readUnassigned } from '../payments/index.ts'
import { readUnreviewedSites } from '../sites/index.ts'
import { readUnreadConversations, readWaitingLetters } from '../support/index.ts'
import { readPendingAdjustments } from './adjustment-queries.ts'

type Queue = QueueList['data']['attributes']['queues'][number]

/** In the order of the contract. */
const readers: Record<Queue['name'], (db: Database) => Promise<Waiting>> = {
  payout_stops: readOpenStops,
  deposits: readUnassigned,
  withdrawals: readUnapproved,
  adjustments: readPendingAdjustments,
  disputes: readDisputes,
  reported_creatives: readReportedQueue,
  creatives: readPendingCreatives,
  sites: readUnreviewedSites,
  offers: readPendingOffers,
  earnings: readHeldByNetwork,
  conversations: readUnreadConversations,
  letters: readWaitingLetters
}

/** What waits for an operator, and since when. */
export async function readQueues(db: Database): Promise<Queue[]> {
  const queues: Queue[] = []
  for (const [name, read] of Object.entries(readers)) {
    const { waiting, oldest } = await read(db)
    const oldest_at = oldest?.toISOString() ?? null
    queues.push({ name: name as Queue['name'], waiting, oldest_at })
  }
  return queues
}
