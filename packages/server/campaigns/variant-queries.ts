import type { VariantChoice } from '@mille/api/constants.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import type { Variants } from '../db/schema.generated.ts'

export type VariantRow = Pick<
  Selectable<Variants>,
  'id' | 'campaign_id' | 'name' | 'weight' | 'created_at'
>

const columns = ['id', 'campaign_id', 'name', 'weight', 'created_at'] as const

/** Adds a variant to a campaign, which must be locked, and returns its ID. */
export async function insertVariant(
  tx: Tx,
  campaignId: number,
  { name, weight }: Pick<VariantRow, 'name' | 'weight'>,
  at: Date
): Promise<number> {
  const { id } = await tx
    .insertInto('variants')
    .values({ campaign_id: campaignId, name, weight, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the variants of a campaign that are not removed, the first one first. */
export async function listVariants(db: Database | Tx, campaignId: number): Promise<VariantRow[]> {
  return db
    .selectFrom('variants')
    .select(columns)
    .where('campaign_id', '=', campaignId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(100)
    .execute()
}

/** Returns the first variant of each campaign, which is the oldest that is not removed, by campaign ID. */
export async function firstVariants(
  db: Database | Tx,
  campaignIds: readonly number[]
): Promise<Map<number, number>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('variants')
    .select(eb => ['campaign_id', eb.fn.min<number>('id').as('id')])
    .where('campaign_id', 'in', campaignIds)
    .where('removed_at', 'is', null)
    .groupBy('campaign_id')
    .limit(campaignIds.length)
    .execute()
  return new Map(rows.map(row => [row.campaign_id, row.id]))
}

/** Returns the number of variants that are not removed, by campaign ID. */
export async function countVariants(
  db: Database | Tx,
  campaignIds: readonly number[]
): Promise<Map<number, number>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('variants')
    .select(eb => ['campaign_id', eb.fn.countAll<bigint>().as('count')])
    .where('campaign_id', 'in', campaignIds)
    .where('removed_at', 'is', null)
    .groupBy('campaign_id')
    .limit(campaignIds.length)
    .execute()
  return new Map(rows.map(row => [row.campaign_id, Number(row.count)]))
}

/**
 * Replaces the names of all variants of an account, which are the account's own words, by their numbers. The books refer
 * to variants by number.
 */
export async function forgetVariantNames(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('variants')
    .from('campaigns')
    .set(eb => ({ name: eb.cast<string>('variants.id', 'text') }))
    .whereRef('campaigns.id', '=', 'variants.campaign_id')
    .where('campaigns.user_id', '=', userId)
    .execute()
}

/** Returns a variant of a campaign that is not removed. */
export async function findVariant(
  db: Database | Tx,
  campaignId: number,
  id: number
): Promise<VariantRow | undefined> {
  return (await listVariants(db, campaignId)).find(it => it.id === id)
}

export async function writeVariant(
  tx: Tx,
  id: number,
  changes: Partial<Pick<VariantRow, 'name' | 'weight'>>
): Promise<void> {
  await tx.updateTable('variants').set(changes).where('id', '=', id).execute()
}

export async function markRemoved(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('variants').set({ removed_at: at }).where('id', '=', id).execute()
}

/** Maximum number of versions of a variant's creative in an answer. */
const maxVersions = 100

/** Returns the IDs of all versions of each variant's creative, newest first. */
export async function versionsOf(
  db: Database | Tx,
  variantIds: readonly number[]
): Promise<{ id: number; ids: number[] }[]> {
  if (variantIds.length === 0) return []
  const { rows } = await sql<{ id: number; ids: number[] }>`
    select variants.id, array(select creatives.id from creatives where variant_id = variants.id
      order by creatives.id desc limit ${maxVersions}) as ids
    from variants where variants.id in (${sql.join(variantIds)}) limit ${variantIds.length}`.execute(
    db
  )
  return rows
}

/** Returns the names of the variants of these creatives, by creative ID, if their campaigns have several variants. */
export async function namesAmongSeveral(
  db: Database,
  creativeIds: readonly number[]
): Promise<Record<string, string>> {
  if (creativeIds.length === 0) return {}
  const rows = await db
    .selectFrom('creatives')
    .innerJoin('variants', 'variants.id', 'creatives.variant_id')
    .select(['creatives.id', 'variants.name'])
    .where('creatives.id', 'in', creativeIds)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('variants as other')
          .select('other.id')
          .whereRef('other.campaign_id', '=', 'variants.campaign_id')
          .whereRef('other.id', '<>', 'variants.id')
          .where('other.removed_at', 'is', null)
      )
    )
    .limit(creativeIds.length)
    .execute()
  return Object.fromEntries(rows.map(row => [String(row.id), row.name]))
}

/** Returns which of these variants have a live creative. */
export async function liveAmong(
  db: Database | Tx,
  variantIds: readonly number[]
): Promise<Set<number>> {
  if (variantIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('creatives')
    .select('variant_id')
    .where('variant_id', 'in', variantIds)
    .where('state', '=', 'live')
    .limit(variantIds.length)
    .execute()
  return new Set(rows.map(row => row.variant_id))
}

export async function readVariantChoice(
  db: Database | Tx,
  campaignId: number
): Promise<VariantChoice> {
  const { variant_choice } = await db
    .selectFrom('campaigns')
    .select('variant_choice')
    .where('id', '=', campaignId)
    .limit(1)
    .$castTo<{ variant_choice: VariantChoice }>()
    .executeTakeFirstOrThrow()
  return variant_choice
}

export async function writeVariantChoice(
  tx: Tx,
  campaignId: number,
  choice: VariantChoice
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({ variant_choice: choice })
    .where('id', '=', campaignId)
    .where('variant_choice', '<>', choice)
    .execute()
}
