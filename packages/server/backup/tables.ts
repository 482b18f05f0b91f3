import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.generated.ts'

export type BackedTable = {
  schema: string
  name: string
  /** Without those that PostgreSQL computes from the others. */
  columns: { name: string; type: string }[]
}

/**
 * Every table that holds something: our own and the jobs that wait. A partitioned table is read and written as one. What
 * is left out is made by the migrations, is only of this minute, or must not outlive its day: the keys that visitors, and the
 * places of sign-ups, are known by are destroyed after it, and a copy of them in a backup would undo that. Without those of
 * visitors no verdict before the restore can be given again, so that the places from which that could be done are left out too.
 * What was verified before is verified again after a restore.
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
