import type { Rating } from '@mille/api/constants.ts'
import type { Language } from '@mille/api/reference-data/languages.ts'
import type { ProductCategory } from '@mille/api/reference-data/product-categories.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows, readWaiting, type Waiting } from '../db/count-rows.ts'
import type { Creatives } from '../db/schema.generated.ts'
import { approveLanding, planLanding } from './landing-queries.ts'
import { firstVariants } from './variant-queries.ts'

export type CreativeState = 'pending' | 'live' | 'rejected' | 'superseded'
export type CreativeRow = Omit<
  Selectable<Creatives>,
  'state' | 'rating' | 'product_category' | 'language'
> & {
  state: CreativeState
  rating: Rating | null
  product_category: ProductCategory | null
  language: Language
}
/** The parts of a creative that an advertiser writes. */
export type Content = Pick<
  CreativeRow,
  | 'language'
  | 'link_text'
  | 'creative_link'
  | 'creative_text'
  | 'creative_action'
  | 'rating'
  | 'product_category'
  | 'banners_only'
  | 'advert_logo'
  | 'advert_illustration'
> & { banner_ids: number[] }

const creativeColumns = [
  'id',
  'campaign_id',
  'variant_id',
  'state',
  'language',
  'link_text',
  'creative_link',
  'creative_text',
  'creative_action',
  'rating',
  'product_category',
  'banners_only',
  'advert_logo',
  'advert_illustration',
  'rejected_reason',
  'decided_by',
  'decided_at',
  'created_at',
  'trusted_at',
  'is_sampled'
] as const

/** Returns the current creative of each campaign's first variant. */
export async function currentCreatives(
  db: Database | Tx,
  campaignIds: readonly number[]
): Promise<CreativeRow[]> {
  const first = await firstVariants(db, campaignIds)
  return currentOfVariants(db, [...first.values()])
}

/** Returns the current creative of each variant: the pending one, otherwise the live one, otherwise the newest. */
export async function currentOfVariants(
  db: Database | Tx,
  variantIds: readonly number[]
): Promise<CreativeRow[]> {
  if (variantIds.length === 0) return []
  return db
    .selectFrom('creatives')
    .select(creativeColumns)
    .distinctOn('variant_id')
    .where('variant_id', 'in', variantIds)
    .orderBy('variant_id')
    .orderBy(eb => eb('state', '=', 'pending'), 'desc')
    .orderBy(eb => eb('state', '=', 'live'), 'desc')
    .orderBy('id', 'desc')
    .limit(variantIds.length)
    .$castTo<CreativeRow>()
    .execute()
}

export async function findCreative(
  db: Database | Tx,
  id: number
): Promise<CreativeRow | undefined> {
  return db
    .selectFrom('creatives')
    .select(creativeColumns)
    .where('id', '=', id)
    .limit(1)
    .$castTo<CreativeRow>()
    .executeTakeFirst()
}

/** Returns creatives by ID, whichever campaign they belong to. */
export async function creativesByIds(
  db: Database | Tx,
  ids: readonly number[]
): Promise<CreativeRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('creatives')
    .select(creativeColumns)
    .where('id', 'in', ids)
    .orderBy('id')
    .limit(ids.length)
    .$castTo<CreativeRow>()
    .execute()
}

export type CreativeOwner = {
  user_id: string
  user_name: string | null
  campaign_id: string
  campaign_name: string | null
}

/** Returns the campaign and the account of each creative, by creative ID. */
export async function ownersOfCreatives(
  db: Database,
  ids: readonly number[]
): Promise<Map<number, CreativeOwner>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('creatives')
    .innerJoin('campaigns', 'campaigns.id', 'creatives.campaign_id')
    .leftJoin('account_names', 'account_names.id', 'campaigns.user_id')
    .select([
      'creatives.id',
      'campaign_id',
      'campaigns.name as campaign_name',
      'user_id',
      'account_names.name as user_name'
    ])
    .where('creatives.id', 'in', ids)
    .limit(ids.length)
    .execute()
  return new Map(
    rows.map(row => [
      row.id,
      {
        user_id: String(row.user_id),
        user_name: row.user_name,
        campaign_id: String(row.campaign_id),
        campaign_name: row.campaign_name
      }
    ])
  )
}

/** What waits for a reviewer: new ads, and those that went live by trust and are reviewed afterwards. */
const inQueue = sql<boolean>`(state = 'pending' or (is_sampled and decided_by is null))`

/** Whether a reviewer decided about an ad, before or after it went live. */
export const isReviewed = sql<boolean>`
  (decided_at is not null and (trusted_at is null or decided_by is not null))`

/** Whether an ad went live by trust and waits for a reviewer to review it afterwards. */
export function isAwaitingReview(
  creative: Pick<CreativeRow, 'is_sampled' | 'decided_by'>
): boolean {
  return creative.is_sampled && creative.decided_by === null
}

export async function listPendingCreatives(db: Database, offset: number, limit: number) {
  const found = db.selectFrom('creatives').where(inQueue)
  const rows = await found
    .select(creativeColumns)
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .$castTo<CreativeRow>()
    .execute()
  return { rows, records: await countRows(found) }
}

type OfVariant = Pick<CreativeRow, 'campaign_id' | 'variant_id'>

/**
 * Adds a version of a variant's creative for moderation, which replaces any pending one, and returns its ID. The campaign
 * must be locked.
 */
export async function insertCreative(
  tx: Tx,
  { campaign_id, variant_id }: OfVariant,
  content: Content,
  at: Date
): Promise<number> {
  await supersede(tx, variant_id, 'pending')
  const { banner_ids: bannerIds, ...text } = content
  const { id } = await tx
    .insertInto('creatives')
    .values({ campaign_id, variant_id, state: 'pending', ...text, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await planLanding(tx, id, at)
  if (bannerIds.length === 0) return id
  await tx
    .insertInto('creative_banners')
    .values(bannerIds.map(bannerId => ({ creative_id: id, banner_id: bannerId })))
    .execute()
  return id
}

/** Ends the reviews of all variants of a campaign. */
export async function supersedePending(tx: Tx, campaignId: number): Promise<void> {
  await tx
    .updateTable('creatives')
    .set({ state: 'superseded' })
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'pending')
    .execute()
}

export async function supersede(
  tx: Tx,
  variantId: number,
  state: 'pending' | 'live'
): Promise<void> {
  await tx
    .updateTable('creatives')
    .set({ state: 'superseded' })
    .where('variant_id', '=', variantId)
    .where('state', '=', state)
    .execute()
}

/** Reports whether variants of a campaign, other than one, have a live or a pending creative. */
export async function readOtherVariants(
  tx: Tx,
  { campaign_id, variant_id }: OfVariant
): Promise<{ isLive: boolean; isPending: boolean }> {
  const rows = await tx
    .selectFrom('creatives')
    .select('state')
    .distinct()
    .where('campaign_id', '=', campaign_id)
    .where('variant_id', '<>', variant_id)
    .where('state', 'in', ['live', 'pending'])
    .limit(2)
    .execute()
  const states = rows.map(row => row.state)
  return { isLive: states.includes('live'), isPending: states.includes('pending') }
}

/** `productCategory` corrects what the advertiser said that the ad sells. */
export type Verdict =
  | { decision: 'approve'; productCategory?: ProductCategory | undefined }
  | { decision: 'reject'; reason: string }

/**
 * Saves a decision, which is an operator's unless `by` is null; an approved creative replaces its variant's live one. The
 * campaign must be locked.
 */
export async function writeVerdict(
  tx: Tx,
  creative: CreativeRow,
  verdict: Verdict,
  by: number | null,
  at: Date
): Promise<void> {
  if (verdict.decision === 'approve') {
    await supersede(tx, creative.variant_id, 'live')
    await approveLanding(tx, creative.id, at)
  }
  await tx
    .updateTable('creatives')
    .set({
      state: verdict.decision === 'approve' ? 'live' : 'rejected',
      rejected_reason: verdict.decision === 'approve' ? null : verdict.reason,
      ...(verdict.decision === 'approve' &&
        verdict.productCategory && { product_category: verdict.productCategory }),
      decided_by: by,
      decided_at: at
    })
    .where('id', '=', creative.id)
    .execute()
}

/** Saves that an operator approves what went live by trust, whether or not it is still live. */
export async function writeLateApproval(
  tx: Tx,
  creative: CreativeRow,
  { productCategory }: Extract<Verdict, { decision: 'approve' }>,
  by: number,
  at: Date
): Promise<void> {
  if (creative.state === 'live') await approveLanding(tx, creative.id, at)
  await tx
    .updateTable('creatives')
    .set({
      decided_by: by,
      decided_at: at,
      ...(productCategory && { product_category: productCategory })
    })
    .where('id', '=', creative.id)
    .execute()
}

/** Counts the creatives that wait for a reviewer. */
export function readPendingCreatives(db: Database): Promise<Waiting> {
  return readWaiting(db, sql`created_at`, sql`from creatives where ${inQueue}`)
}

/**
 * Selects when an account's ads were submitted, approved and rejected, and when their pages were exchanged, for the
 * account's history: `kind`, `number`, `at`, `by` and `detail`.
 */
export function creativeEvents(userId: number): RawBuilder<unknown> {
  const own = sql`
    creatives join campaigns on campaigns.id = campaign_id
    where campaigns.user_id = ${userId}`
  const name = sql`coalesce(name, link_text)`
  return sql`
    select 'campaign_submitted' as kind, creatives.id::bigint as number, creatives.created_at as at, null::integer as by,
      jsonb_build_object('text', ${name}) as detail
    from ${own}
    union all
    select case when rejected_reason is null then 'campaign_approved' else 'campaign_rejected' end, creatives.id, decided_at,
      decided_by, jsonb_build_object('text', concat_ws(': ', ${name}, rejected_reason))
    from ${own} and ${isReviewed}
    union all
    select 'campaign_trusted', creatives.id, trusted_at, null, jsonb_build_object('text', ${name})
    from ${own} and trusted_at is not null
    union all
    select 'campaign_page_changed', creatives.id, landing_swaps.at, null,
      jsonb_build_object('text', concat_ws(': ', ${name}, found ->> 'url'))
    from landing_swaps join creatives on creatives.id = creative_id join campaigns on campaigns.id = campaign_id
    where campaigns.user_id = ${userId}`
}
