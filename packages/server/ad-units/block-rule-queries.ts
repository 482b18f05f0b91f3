import { type blockRuleKinds, maxBlockRules } from '@mille/api/constants.ts'
import type { ProductCategory } from '@mille/api/reference-data/product-categories.ts'
import type { Selectable } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import type { BlockRules } from '../db/schema.generated.ts'

/** A row of `block_rules`. The database checks `kind`, the contract the category. */
export type BlockRuleRow = Omit<Selectable<BlockRules>, 'kind' | 'product_category'> & {
  kind: (typeof blockRuleKinds)[number]
  product_category: ProductCategory | null
}

const columns = [
  'id',
  'user_id',
  'kind',
  'domain',
  'creative_id',
  'product_category',
  'site_id',
  'unit_id',
  'note',
  'created_at'
] as const

/** Returns all block rules of the given accounts, newest first. */
export async function listBlockRulesOf(
  db: Database | Tx,
  owners: readonly number[]
): Promise<BlockRuleRow[]> {
  return db
    .selectFrom('block_rules')
    .select(columns)
    .where(it => it('user_id', '=', it.fn.any(it.val([...owners]))))
    .orderBy('id', 'desc')
    .limit(owners.length * maxBlockRules)
    .$castTo<BlockRuleRow>()
    .execute()
}

export async function countBlockRules(tx: Tx, userId: number): Promise<number> {
  return countRows(tx.selectFrom('block_rules').where('user_id', '=', userId))
}

type NewRule = Omit<BlockRuleRow, 'id'>

export async function findSameBlockRule(tx: Tx, rule: NewRule): Promise<BlockRuleRow | undefined> {
  let query = tx.selectFrom('block_rules').select(columns)
  for (const name of columns)
    if (name !== 'id' && name !== 'note' && name !== 'created_at')
      query = query.where(name, 'is not distinct from', rule[name])
  return query.limit(1).$castTo<BlockRuleRow>().executeTakeFirst()
}

export async function insertBlockRule(tx: Tx, rule: NewRule): Promise<BlockRuleRow> {
  return tx
    .insertInto('block_rules')
    .values(rule)
    .returning(columns)
    .$castTo<BlockRuleRow>()
    .executeTakeFirstOrThrow()
}

/** Deletes a block rule. Returns whether the account had it. */
export async function deleteBlockRule(db: Database, userId: number, id: number): Promise<boolean> {
  const found = await db
    .deleteFrom('block_rules')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}
