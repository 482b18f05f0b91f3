import { type FirstStep, type FirstStepSide, firstSteps } from '@mille/api/constants.ts'
import { hourMs } from '@mille/api/durations.ts'
import type { FirstSteps } from '@mille/api/statistics/endpoints.ts'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

type Attributes = FirstSteps['data']['attributes']
type List = Attributes['lists'][number]
type Choices = Partial<Record<FirstStepSide, 'shown' | 'dismissed'>>
/** When each step was done; null or undefined while it is open. */
type Done = Partial<Record<FirstStep, Date | null | undefined>>
type Found = { isBegun: boolean; subject: number | null; done: Done }

/**
 * The maximum number of campaigns or ad units of an account that are looked through, the oldest first: a first step is
 * done early, or by a later thing that is among these.
 */
const maxSubjects = 200

/** Steps that are counted in buckets of at most an hour, so that only the hour is known. */
const stepsByHour = new Set<FirstStep>(['ad_viewed', 'code_seen', 'unit_viewed'])

/**
 * Reads which first steps the account has done, from what it has. A checklist that was dismissed costs no query, so
 * that the overview of an account that has long begun is not slower for it.
 */
export async function readFirstSteps(db: Database, userId: number): Promise<Attributes> {
  const account = await readAccount(db, userId)
  const choices = account.first_steps
  const read = (side: FirstStepSide, find: typeof readAdvertiser) =>
    choices[side] === 'dismissed' ? null : find(db, userId)
  const [advertiser, publisher, seller] = await Promise.all([
    read('advertiser', readAdvertiser),
    read('publisher', readPublisher),
    read('seller', readSeller)
  ])
  return {
    is_new: account.is_new,
    lists: [
      listOf('advertiser', choices.advertiser, advertiser),
      listOf('publisher', choices.publisher, publisher),
      listOf('seller', choices.seller, seller),
      listOf('account', undefined, {
        isBegun: !account.is_new,
        subject: null,
        done: { way_back_saved: account.saved_at }
      })
    ]
  }
}

function listOf(side: List['side'], state: Choices[FirstStepSide], found: Found | null): List {
  return {
    side,
    state: state ?? null,
    is_begun: found?.isBegun ?? false,
    subject_id: found?.subject == null ? null : String(found.subject),
    steps: found === null ? [] : firstSteps[side].map(step => stepOf(step, found.done[step]))
  }
}

function stepOf(step: FirstStep, at: Date | null | undefined): List['steps'][number] {
  if (!at) return { step, done_at: null, done_until: null }
  const hourEnd = (Math.floor(at.getTime() / hourMs) + 1) * hourMs
  const done_until = stepsByHour.has(step) ? new Date(hourEnd).toISOString() : null
  return { step, done_at: at.toISOString(), done_until }
}

type AccountRow = { first_steps: Choices; is_new: boolean; saved_at: Date | null }

async function readAccount(db: Database, userId: number): Promise<AccountRow> {
  const { rows } = await sql<AccountRow>`
    select first_steps, least(email_confirmed_at, first_passkey_at) as saved_at,
      not (
        exists (select from campaign_starts where user_id = ${userId})
        or exists (select from site_starts where user_id = ${userId})
        or exists (select from shared_ad_units where user_id = ${userId})
        or exists (select from offer_starts where user_id = ${userId})
        or exists (select from order_starts where advertiser_id = ${userId})
        or exists (select from order_starts where publisher_id = ${userId})
      ) as is_new
    from account_starts where user_id = ${userId} limit 1`.execute(db)
  return rows[0] ?? { first_steps: {}, is_new: true, saved_at: null }
}

type AdvertiserRow = Record<'created' | 'approved' | 'funded' | 'viewed', Date | null>

async function readAdvertiser(db: Database, userId: number): Promise<Found> {
  const { rows } = await sql<AdvertiserRow & { subject: number | null }>`
    with own as (
      select id, state, created_at, approved_at from campaign_starts where user_id = ${userId} order by id limit ${maxSubjects}
    ), money as (
      select at from first_ledger_transfers
      where owner = 'user' and owner_id = ${userId} and kind in ('available', 'promotion')
      union all
      select at from own join first_ledger_transfers on owner = 'campaign' and owner_id = own.id
      where kind in ('available', 'promotion')
    ), views as (
      select bucket from own, lateral (
        select bucket from shared_delivery_counters
        where campaign_id = own.id and kind = 'billable' order by bucket limit 1
      ) as first_of_campaign
    )
    select coalesce(min(id) filter (where state <> 'archived'), min(id)) as subject,
      min(created_at) as created, min(approved_at) as approved,
      (select min(at) from money) as funded, (select min(bucket) from views) as viewed
    from own limit 1`.execute(db)
  const { subject = null, created, funded, approved, viewed } = rows[0] ?? {}
  return {
    isBegun: subject !== null,
    subject,
    done: {
      campaign_created: created,
      money_added: funded,
      ad_approved: approved,
      ad_viewed: viewed
    }
  }
}

type PublisherRow = Record<'added' | 'requested' | 'viewed' | 'address', Date | null>

async function readPublisher(db: Database, userId: number): Promise<Found> {
  const { rows } = await sql<PublisherRow & { subject: number | null; sells: boolean }>`
    with own as (
      select id, state, created_at from shared_ad_units where user_id = ${userId} order by id limit ${maxSubjects}
    ), views as (
      select bucket from own, lateral (
        select bucket from shared_delivery_counters
        where unit_id = own.id and kind = 'billable' order by bucket limit 1
      ) as first_of_unit
    )
    select coalesce(min(id) filter (where state <> 'archived'), min(id)) as subject,
      least(min(created_at), (select min(created_at) from site_starts where user_id = ${userId})) as added,
      -- A view proves that the code is on a page, even if its request was not counted because a process ended.
      least((select min(at) from publisher_request_hours where user_id = ${userId}), (select min(bucket) from views)) as requested,
      (select min(bucket) from views) as viewed,
      (select min(created_at) from payout_address_starts where user_id = ${userId}) as address,
      exists (select from offer_starts where user_id = ${userId})
        or exists (select from account_starts where user_id = ${userId} and first_steps ? 'seller') as sells
    from own limit 1`.execute(db)
  const { subject = null, sells, added, requested, viewed, address } = rows[0] ?? {}
  return {
    isBegun: subject !== null || (added != null && sells !== true),
    subject,
    done: {
      ad_unit_added: added,
      code_seen: requested,
      unit_viewed: viewed,
      payout_address_set: address
    }
  }
}

type SellerRow = Record<'created' | 'approved' | 'ordered', Date | null>

async function readSeller(db: Database, userId: number): Promise<Found> {
  const { rows } = await sql<SellerRow & { subject: number | null }>`
    with own as (
      select id, state, created_at, approved_at from offer_starts where user_id = ${userId} order by id limit ${maxSubjects}
    ), orders as (
      select min(created_at) as ordered from order_starts where publisher_id = ${userId}
    )
    select coalesce(min(id) filter (where state <> 'archived'), min(id)) as subject, min(created_at) as created,
      -- An offer that is edited is reviewed again. One that was ordered had been approved before.
      least(min(approved_at), (select ordered from orders)) as approved, (select ordered from orders) as ordered
    from own limit 1`.execute(db)
  const { subject = null, created, approved, ordered } = rows[0] ?? {}
  return {
    isBegun: subject !== null,
    subject,
    done: { offer_created: created, offer_approved: approved, order_received: ordered }
  }
}
