import type { Selectable } from 'kysely'
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
