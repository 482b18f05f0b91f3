import { type approvalRuleKinds, maxApprovalRules } from '@mille/api/constants.ts'
import type { Selectable } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import type { ApprovalRules } from '../db/schema.generated.ts'

type Kind = (typeof approvalRuleKinds)[number]
/** A row of `approval_rules`. The database checks `kind`. */
export type ApprovalRuleRow = Omit<Selectable<ApprovalRules>, 'kind'> & { kind: Kind }

const columns = [
  'id',
  'user_id',
  'kind',
  'creative_id',
  'site_id',
  'unit_id',
  'created_at'
] as const

/** Returns all approval rules of the given accounts, newest first. */
export async function listApprovalRulesOf(
  db: Database | Tx,
  owners: readonly number[]
): Promise<ApprovalRuleRow[]> {
  return db
    .selectFrom('approval_rules')
    .select(columns)
    .where(it => it('user_id', '=', it.fn.any(it.val([...owners]))))
    .orderBy('id', 'desc')
    .limit(owners.length * maxApprovalRules)
    .$castTo<ApprovalRuleRow>()
    .execute()
}

export async function countApprovalRules(tx: Tx, userId: number): Promise<number> {
  return countRows(tx.selectFrom('approval_rules').where('user_id', '=', userId))
}

type NewRule = Omit<ApprovalRuleRow, 'id'>

export async function findSameApprovalRule(
  tx: Tx,
  rule: NewRule
): Promise<ApprovalRuleRow | undefined> {
  let query = tx.selectFrom('approval_rules').select(columns)
  for (const name of ['user_id', 'kind', 'creative_id', 'site_id', 'unit_id'] as const)
    query = query.where(name, 'is not distinct from', rule[name])
  return query.limit(1).$castTo<ApprovalRuleRow>().executeTakeFirst()
}

export async function insertApprovalRule(tx: Tx, rule: NewRule): Promise<ApprovalRuleRow> {
  return tx
    .insertInto('approval_rules')
    .values(rule)
    .returning(columns)
    .$castTo<ApprovalRuleRow>()
    .executeTakeFirstOrThrow()
}

/** Deletes an approval rule. Returns whether the account had it. */
export async function deleteApprovalRule(
  db: Database,
  userId: number,
  id: number
): Promise<boolean> {
  const found = await db
    .deleteFrom('approval_rules')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}
