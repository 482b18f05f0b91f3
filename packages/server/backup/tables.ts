import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.generated.ts'

export type BackedTable = {
  schema: string
  name: string
  /** Columns without those that PostgreSQL computes from others. */
  columns: { name: string; type: string }[]
}

/**
 * Returns all tables that a backup contains: the product's own tables and the waiting jobs. A partitioned table is
 * handled as one. Tables are omitted if migrations create them, if they matter only for the moment, or if they must not
 * outlive their day, like the keys behind the pseudonyms of visitors and sign-up places. Without the visitor keys, no
 * verdict from before the restore can be computed again, so the starting positions for that are omitted too. Past
 * verifications of the ledger are also omitted, so it is verified again after a restore.
 */
export async function listTables(db: Kysely<DB>): Promise<BackedTable[]> {
  const { rows } = await sql<BackedTable>`
    select nspname as schema, relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
      and (nspname = 'public' and relname not in ('migrations', 'visitor_keys', 'sign_up_keys', 'event_log_starts', 'proven_points', 'ledger_checks')
        or nspname = 'graphile_worker' and relname <> 'migrations')
    order by nspname desc, relname`.execute(db)
  return rows
}

export const tableName = ({ schema, name }: Pick<BackedTable, 'schema' | 'name'>) =>
  sql.table(`${schema}.${name}`)
