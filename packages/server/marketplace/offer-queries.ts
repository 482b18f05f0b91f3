import type { OfferType } from '@mille/api/constants.ts'
import type { Block } from '@mille/api/marketplace/description-schema.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows, readWaiting, type Waiting } from '../db/count-rows.ts'
import type { PublicationOffers } from '../db/schema.generated.ts'
import { readVerifiedAt } from '../sites/index.ts'
import { countBillableOfSite } from '../statistics/index.ts'
import { findForSale } from '../traffic-selection/index.ts'

export const offerColumns = [
  'id',
  'user_id',
  'site_id',
  'publication_offer_type',
  'state',
  'name',
  'description',
  'summary',
  'domain_name',
  'logo',
  'languages',
  'categories',
  'included',
  'turnaround_days',
  'price_us_cents',
  'promotion_level',
  'rejected_reason',
  'rating',
  'rating_count',
  'created_at'
] as const

/** Columns of a whole offer. Lists of offers do not need the description as a tree. */
const wholeColumns = [...offerColumns, 'description_tree'] as const

type Row = Pick<Selectable<PublicationOffers>, (typeof offerColumns)[number]>
export type OfferRow = Omit<Row, 'publication_offer_type' | 'state'> & {
  publication_offer_type: OfferType
  state: 'pending' | 'live' | 'rejected' | 'archived'
}
export type WholeOfferRow = OfferRow & { description_tree: Block[] | null }

const offers = (db: Database | Tx) =>
  db.selectFrom('publication_offers').select(offerColumns).$castTo<OfferRow>()
const wholeOffers = (db: Database | Tx) =>
  db.selectFrom('publication_offers').select(wholeColumns).$castTo<WholeOfferRow>()
const liveOffers = (db: Database | Tx) => offers(db).where('state', '=', 'live')

export async function newestOffers(db: Database, limit: number): Promise<OfferRow[]> {
  return liveOffers(db).orderBy('id', 'desc').limit(limit).execute()
}

/** Finds an offer in any state; the caller checks who may see it. */
export async function findOffer(db: Database | Tx, id: number): Promise<WholeOfferRow | undefined> {
  return wholeOffers(db).where('id', '=', id).limit(1).executeTakeFirst()
}

export async function lockOffer(tx: Tx, id: number): Promise<OfferRow | undefined> {
  return offers(tx).where('id', '=', id).limit(1).forNoKeyUpdate().executeTakeFirst()
}

export async function listOwnOffers(db: Database, userId: number, offset: number, limit: number) {
  const own = offers(db).where('user_id', '=', userId)
  const rows = await own.orderBy('id', 'desc').offset(offset).limit(limit).execute()
  return { rows, records: await countRows(own) }
}

/** Lists the offers that await an operator's review, oldest first. */
export async function listPendingOffers(db: Database, offset: number, limit: number) {
  const pending = wholeOffers(db).where('state', '=', 'pending')
  const rows = await pending.orderBy('id').offset(offset).limit(limit).execute()
  return { rows, records: await countRows(pending) }
}

/** Returns live offers of the same type: first those that share the most categories, then those nearest in price. */
export async function similarOffers(
  db: Database,
  { id, publication_offer_type, categories, price_us_cents }: OfferRow,
  limit: number
): Promise<OfferRow[]> {
  const shared = sql`cardinality(array(select unnest(categories) intersect select unnest(${categories}::text[])))`
  return liveOffers(db)
    .where('publication_offer_type', '=', publication_offer_type)
    .where('id', '<>', id)
    .orderBy(shared, 'desc')
    .orderBy(sql`abs(price_us_cents - ${price_us_cents})`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function otherOffersOf(
  db: Database,
  { id, user_id }: OfferRow,
  limit: number
): Promise<OfferRow[]> {
  return liveOffers(db)
    .where('user_id', '=', user_id)
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertOffer(tx: Tx, offer: Insertable<PublicationOffers>): Promise<OfferRow> {
  return tx
    .insertInto('publication_offers')
    .values(offer)
    .returning(offerColumns)
    .$castTo<OfferRow>()
    .executeTakeFirstOrThrow()
}

export async function changeOffer(
  tx: Tx,
  id: number,
  change: Updateable<PublicationOffers>
): Promise<OfferRow> {
  return (
    tx
      .updateTable('publication_offers')
      // The name is set to itself, since an update without any column would not be valid SQL.
      .set(eb => ({ name: eb.ref('name'), ...change }))
      .where('id', '=', id)
      .returning(offerColumns)
      .$castTo<OfferRow>()
      .executeTakeFirstOrThrow()
  )
}

export type SiteFigures = { forSale: number | null; verifiedAt: Date | null; impressions: number }

/**
 * Returns the ID of the offer's site if a campaign can select it, since when the site is verified, and how many
 * billable views its ad units have had.
 */
export async function readSiteFigures(
  db: Database,
  siteId: number | null,
  since: Date
): Promise<SiteFigures> {
  if (siteId === null) return { forSale: null, verifiedAt: null, impressions: 0 }
  const [forSale = null] = await findForSale(db, 'site', [siteId])
  return {
    forSale,
    verifiedAt: await readVerifiedAt(db, siteId),
    impressions: await countBillableOfSite(db, siteId, since)
  }
}

export type OfferRating = { stars: number; comment: string; created_at: Date }

export async function newestRatings(
  db: Database,
  offerId: number,
  limit: number
): Promise<OfferRating[]> {
  return db
    .selectFrom('publication_order_ratings')
    .select(['stars', 'comment', 'created_at'])
    .where('offer_id', '=', offerId)
    .orderBy('order_id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Counts the offers that await an operator's review. For an offer that was changed after a review, it is unknown since
 * when it is waiting.
 */
export function readPendingOffers(db: Database): Promise<Waiting> {
  const since = sql`case when decided_at is null then created_at end`
  return readWaiting(db, since, sql`from publication_offers where state = 'pending'`)
}
