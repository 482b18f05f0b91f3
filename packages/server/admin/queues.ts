import { decideReports } from '@mille/api/ad-reports/endpoints.ts'
import {
  decideAdjustment,
  decideCreative,
  decideSite,
  type QueueList
} from '@mille/api/admin/endpoints.ts'
import { decideEarnings } from '@mille/api/earnings/endpoints.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { decideDispute, decideOffer } from '@mille/api/marketplace/endpoints.ts'
import { mayOperate } from '@mille/api/may-operate.ts'
import { assignDeposit, decideWithdrawal } from '@mille/api/payments/endpoints.ts'
import { answerConversation, markLetter } from '@mille/api/support/endpoints.ts'
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

export type Queue = QueueList['data']['attributes']['queues'][number]

type Reader = { read: (db: Database) => Promise<Waiting>; decide: AnyEndpoint }

/** Queues in the order of the API, each with the call that decides about its items. */
const readers: Record<Queue['name'], Reader> = {
  payout_stops: { read: readOpenStops, decide: decideWithdrawal },
  deposits: { read: readUnassigned, decide: assignDeposit },
  withdrawals: { read: readUnapproved, decide: decideWithdrawal },
  adjustments: { read: readPendingAdjustments, decide: decideAdjustment },
  disputes: { read: readDisputes, decide: decideDispute },
  reported_creatives: { read: readReportedQueue, decide: decideReports },
  creatives: { read: readPendingCreatives, decide: decideCreative },
  sites: { read: readUnreviewedSites, decide: decideSite },
  offers: { read: readPendingOffers, decide: decideOffer },
  earnings: { read: readHeldByNetwork, decide: decideEarnings },
  conversations: { read: readUnreadConversations, decide: answerConversation },
  letters: { read: readWaitingLetters, decide: markLetter }
}

/**
 * Returns the queues that operators with these roles can work on, with the number of waiting items and the time of the
 * oldest.
 */
export async function readQueues(db: Database, roles: readonly string[]): Promise<Queue[]> {
  const queues: Queue[] = []
  for (const [name, { read, decide }] of Object.entries(readers)) {
    if (!mayOperate(decide, roles)) continue
    const { waiting, oldest } = await read(db)
    const oldest_at = oldest?.toISOString() ?? null
    queues.push({ name: name as Queue['name'], waiting, oldest_at })
  }
  return queues
}
