import type { OfferType, OrderState } from '@mille/api/constants.ts'
import type { ProofCheck } from '@mille/api/marketplace/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows, readWaiting, type Waiting } from '../db/count-rows.ts'
import type {
  PublicationOrderEvents,
  PublicationOrderReleases,
  PublicationOrders
} from '../db/schema.generated.ts'
import type { Actor } from './order-rules.ts'

export const orderColumns = [
  'id',
  'offer_id',
  'advertiser_id',
  'publisher_id',
  'state',
  'name',
  'publication_offer_type',
  'domain_name',
  'included',
  'turnaround_days',
  'price_us_cents',
  'asset',
  'amount',
  'rate',
  'fee_basis_points',
  'partner_id',
  'target_url',
  'brief',
  'hold_id',
  'proof_url',
  'proof',
  'proof_check_at',
  'proof_misses',
  'proof_lost_at',
  'confirmed_at',
  'released_days',
  'released',
  'refunded',
  'due_at',
  'created_at'
] as const

type Row = Pick<Selectable<PublicationOrders>, (typeof orderColumns)[number]>
export type OrderRow = Omit<Row, 'state' | 'asset' | 'publication_offer_type' | 'proof'> & {
  state: OrderState
  asset: Asset
  publication_offer_type: OfferType
  proof: ProofCheck | null
}
export type Side = 'advertiser' | 'publisher'

const orders = (db: Database | Tx) =>
  db.selectFrom('publication_orders').select(orderColumns).$castTo<OrderRow>()

export async function findOrder(db: Database | Tx, id: number): Promise<OrderRow | undefined> {
  return orders(db).where('id', '=', id).limit(1).executeTakeFirst()
}

export async function lockOrder(tx: Tx, id: number): Promise<OrderRow | undefined> {
  return orders(tx).where('id', '=', id).limit(1).forNoKeyUpdate().executeTakeFirst()
}

/** Locks an order whose deadline has passed; returns none when another process is handling or has handled it. */
export async function lockDueOrder(tx: Tx, id: number, now: Date): Promise<OrderRow | undefined> {
  return orders(tx)
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function dueOrderIds(
  db: Database,
  now: Date,
  afterId: number,
  limit: number
): Promise<number[]> {
  const rows = await db
    .selectFrom('publication_orders')
    .select('id')
    .where('due_at', '<=', now)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

export async function listOrders(
  db: Database,
  userId: number,
  filter: { side?: Side | undefined; state?: OrderState | undefined },
  page: { offset: number; limit: number }
): Promise<{ rows: OrderRow[]; records: number }> {
  const isMine = {
    advertiser: sql<boolean>`advertiser_id = ${userId}`,
    publisher: sql<boolean>`publisher_id = ${userId}`,
    both: sql<boolean>`(advertiser_id = ${userId} or publisher_id = ${userId})`
  }[filter.side ?? 'both']
  const inState =
    filter.state === undefined ? sql<boolean>`true` : sql<boolean>`state = ${filter.state}`
  const mine = orders(db).where(isMine).where(inState)
  const rows = await mine.orderBy('id', 'desc').offset(page.offset).limit(page.limit).execute()
  return { rows, records: await countRows(mine) }
}

/** Lists disputed orders, oldest first. */
export async function listDisputed(db: Database, offset: number, limit: number) {
  const disputed = orders(db).where('state', '=', 'disputed')
  const rows = await disputed.orderBy('id').offset(offset).limit(limit).execute()
  return { rows, records: await countRows(disputed) }
}

export async function insertOrder(tx: Tx, order: Insertable<PublicationOrders>): Promise<number> {
  const { id } = await tx
    .insertInto('publication_orders')
    .values(order)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeOrder(
  tx: Tx,
  id: number,
  change: Updateable<PublicationOrders>
): Promise<OrderRow> {
  return tx
    .updateTable('publication_orders')
    .set(change)
    .where('id', '=', id)
    .returning(orderColumns)
    .$castTo<OrderRow>()
    .executeTakeFirstOrThrow()
}

export type OrderEvent = Pick<Selectable<PublicationOrderEvents>, 'reason' | 'at'> & {
  from_state: OrderState | null
  to_state: OrderState
  actor: Actor
}
export type NewEvent = OrderEvent & { order_id: number; user_id: number | null }

/** Inserts an event. The order's row lock guarantees that its events are numbered without gaps. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await sql`
    insert into publication_order_events (order_id, sequence, from_state, to_state, actor, user_id, reason, at)
    select ${event.order_id}, count(*) + 1, ${event.from_state}, ${event.to_state}, ${event.actor},
      ${event.user_id}::integer, ${event.reason}, ${event.at}::timestamptz
    from publication_order_events where order_id = ${event.order_id}`.execute(tx)
}

export async function eventsOf(db: Database | Tx, orderId: number): Promise<OrderEvent[]> {
  return db
    .selectFrom('publication_order_events')
    .select(['from_state', 'to_state', 'actor', 'reason', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('sequence')
    .limit(100)
    .$castTo<OrderEvent>()
    .execute()
}

export async function wasDisputed(db: Database, orderId: number): Promise<boolean> {
  const found = await db
    .selectFrom('publication_order_events')
    .select('sequence')
    .where('order_id', '=', orderId)
    .where('to_state', '=', 'disputed')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertReleases(
  tx: Tx,
  releases: Insertable<PublicationOrderReleases>[]
): Promise<void> {
  await tx.insertInto('publication_order_releases').values(releases).execute()
}

export type ReleaseRow = Pick<
  Selectable<PublicationOrderReleases>,
  'day' | 'gross' | 'fee' | 'net' | 'at'
>

export async function releasesOf(db: Database | Tx, orderId: number): Promise<ReleaseRow[]> {
  return db
    .selectFrom('publication_order_releases')
    .select(['day', 'gross', 'fee', 'net', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('day')
    .limit(30)
    .execute()
}

/** Whether the account is a party of a publication that is under way. */
export async function hasOpenOrders(db: Database | Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from publication_orders
      where (publisher_id = ${userId} or advertiser_id = ${userId})
        and state in ('placed', 'accepted', 'published', 'confirmed', 'disputed')
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Counts the disputed orders that await an operator's decision, with the time since they were disputed. */
export function readDisputes(db: Database): Promise<Waiting> {
  const since = sql`(
    select max(at) from publication_order_events
    where order_id = publication_orders.id and to_state = 'disputed')`
  return readWaiting(db, since, sql`from publication_orders where state = 'disputed'`)
}
