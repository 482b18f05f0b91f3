import type { Brand } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'

/** The name of the program, which a network has until an operator names it. */
export const programName = 'Mille'

const listedChanges = 20

/** Returns the network's current brand. It is read on each use, so that every node has it from the commit on. */
export async function readBrand(db: Database | Tx): Promise<Brand> {
  const row = await db
    .selectFrom('brand_changes')
    .select(['name', 'accent', 'support_address'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { name: programName, accent: null, supportAddress: null }
  return { name: row.name, accent: row.accent, supportAddress: row.support_address }
}

/** Lists the newest changes, with who made them. */
export function listChanges(db: Database) {
  return db
    .selectFrom('brand_changes')
    .leftJoin('account_names', 'account_names.id', 'changed_by')
    .select(['brand_changes.id', 'brand_changes.name', 'accent', 'support_address', 'changed_at'])
    .select(['changed_by', 'account_names.name as changed_by_name'])
    .orderBy('brand_changes.id', 'desc')
    .limit(listedChanges)
    .execute()
}

export async function insertChange(
  db: Database,
  { name, accent, supportAddress }: Brand,
  by: { userId: number; at: Date }
): Promise<void> {
  await db
    .insertInto('brand_changes')
    .values({
      ...{ name, accent, support_address: supportAddress },
      ...{ changed_by: by.userId, changed_at: by.at }
    })
    .execute()
}
