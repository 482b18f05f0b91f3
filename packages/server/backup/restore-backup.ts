import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { hasAccounts } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { isSinceBaseline, listMigrations, migrate } from '../db/migrate.ts'
import { ensureEventLogDays } from '../delivery/index.ts'
import { prepareJobs } from '../jobs/prepare.ts'
import { markRestored } from '../payments/index.ts'
import { StartError } from '../start-error.ts'
import { type BackupContent, checkSignature, readContent } from './signature.ts'
import { type BackedTable, listTables, tableName } from './tables.ts'
import type { BackupHeader, BackupLine } from './write-backup.ts'

const eventLog = 'event_log_batches'
/** PostgreSQL's error code for a detected deadlock. */
const deadlockDetected = '40P01'

export type RestoredBackup = { at: string; tables: number; rows: number; migrations: string[] }

/**
 * Restores a backup into an empty database, all or nothing, and then applies newer migrations: a backup of an older
 * version is first read into the tables of that version. A file that this network did not write, or that was changed,
 * is rejected before anything is written.
 */
export async function restoreBackup(
  { db, pool, now, config: { secret } }: Context,
  file: string,
  { isUnverified = false } = {}
): Promise<RestoredBackup> {
  if (!existsSync(file)) throw new StartError(`The file ${file} does not exist`)
  const content = await checkSignature(file, secret, isUnverified)
  // Reading the file again also checks the signature again because the file may have changed in between.
  const read = () => readLines(content, secret)
  const header = await readHeader(read(), file)
  if (!isSinceBaseline(header.migrations))
    throw new StartError(
      `${file} was written before the first release, which cannot read it: restore it with the version that wrote it`
    )
  const names = new Set(header.migrations.map(it => it.name))
  await migrate(pool, names)
  await prepareJobs(pool)
  const counts = await againAfterDeadlock(() =>
    db.transaction().execute(async tx => {
      const tables = await lockTables(tx)
      await refuseFull(tx)
      await refuseOtherVersion(tx, header)
      const counts = await load(tx, tables, read())
      await markRestored(tx, header.at, now())
      return counts
    })
  )
  const migrations = await migrate(pool)
  return { at: header.at, ...counts, migrations }
}

/**
 * Retries a restore after a deadlock. A server that runs on the empty database has jobs, which lock tables in another
 * order, so PostgreSQL may abort the restore. Nothing has been read by then, so it starts again.
 */
async function againAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 10; ; left--) {
    try {
      return await work()
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === deadlockDetected
      if (!isDeadlock || left === 0) throw error
    }
  }
}

/** Locks all tables before anything else, so that nothing waits for a table later. */
async function lockTables(tx: Tx): Promise<BackedTable[]> {
  const tables = await listTables(tx)
  const names = sql.join(tables.map(tableName))
  await sql`lock table ${names} in access exclusive mode`.execute(tx)
  return tables
}

async function* readLines(content: BackupContent, secret: Buffer): AsyncGenerator<BackupLine> {
  const gunzip = createGunzip()
  // Errors of the pipeline also reach the reader of the lines.
  pipeline(readContent(content, secret), gunzip).catch(() => {})
  const lines = createInterface({ input: gunzip, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of lines) yield JSON.parse(line) as BackupLine
  } finally {
    gunzip.destroy()
  }
}

async function readHeader(lines: AsyncIterable<BackupLine>, file: string): Promise<BackupHeader> {
  try {
    for await (const line of lines) {
      if ('mille' in line && line.mille === 1) return line
      break
    }
  } catch {
    // The error is reported below.
  }
  throw new StartError(`${file} is not a backup of Mille`)
}

async function refuseFull(tx: Tx): Promise<void> {
  if (await hasAccounts(tx)) {
    throw new StartError(
      'The database already has accounts: a backup can only be restored into an empty database'
    )
  }
}

async function refuseOtherVersion(tx: Tx, { migrations }: BackupHeader): Promise<void> {
  const known = new Map((await listMigrations(tx)).map(it => [it.name, it.hash]))
  const strange = migrations.find(it => known.get(it.name) !== it.hash)
  if (strange) {
    throw new StartError(
      `The backup is from another version: its migration ${strange.name} is different here`
    )
  }
}

/**
 * Inserts the rows unchanged. Constraints and triggers are off during the load; foreign keys are checked at the end.
 */
async function load(
  tx: Tx,
  tables: readonly BackedTable[],
  lines: AsyncIterable<BackupLine>
): Promise<{ tables: number; rows: number }> {
  await sql`set local timezone to 'UTC'`.execute(tx)
  const restore = await suspendRules(tx, tables)
  // Rows that the migrations have inserted are also in the backup.
  for (const table of tables) await sql`delete from ${tableName(table)}`.execute(tx)
  let current: BackedTable | null = null
  let [count, tableCount, isWhole] = [0, 0, false]
  for await (const line of lines) {
    if ('table' in line) {
      const { schema, name } = line.table
      // An older backup may contain a table that backups no longer include.
      const known = tables.find(it => it.schema === schema && it.name === name)
      current = known ? { ...known, columns: knownColumns(known, line.table) } : null
      tableCount++
    } else if ('rows' in line) {
      if (current?.name === eventLog) await makeRoom(tx, current, line.rows)
      if (current) await insertRows(tx, current, line.rows)
      count += line.rows.length
    } else if ('sequences' in line) {
      for (const { name, value } of line.sequences)
        await sql`select setval(${name}::regclass, ${value}::bigint)`.execute(tx)
    } else if ('end' in line) isWhole = line.end.rows === count
  }
  if (!isWhole) throw new StartError('The backup is incomplete: nothing was restored')
  // The workers that had locked jobs no longer exist.
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`.execute(tx)
  await sql`update graphile_worker._private_job_queues set locked_at = null, locked_by = null`.execute(
    tx
  )
  await restore()
  return { tables: tableCount, rows: count }
}

/**
 * Returns the columns in the order of the file, with the types of this database. Types from the file are not used
 * because they would become part of a query.
 */
function knownColumns(known: BackedTable, written: BackedTable): BackedTable['columns'] {
  return written.columns.map(({ name }) => {
    const column = known.columns.find(it => it.name === name)
    if (!column)
      throw new StartError(`The backup has a column ${name} of ${known.name}, which does not exist`)
    return column
  })
}

/** Creates the event log's tables for the days of these rows, because a batch of a day without a table is rejected. */
async function makeRoom(
  tx: Tx,
  { columns }: BackedTable,
  rows: readonly (string | null)[][]
): Promise<void> {
  const at = columns.findIndex(it => it.name === 'at')
  await ensureEventLogDays(tx, [...new Set(rows.map(row => row[at]?.slice(0, 10) ?? ''))])
}

async function insertRows(
  tx: Tx,
  table: BackedTable,
  rows: readonly (string | null)[][]
): Promise<void> {
  const names = sql.join(table.columns.map(column => sql.ref(column.name)))
  const values = sql.join(
    table.columns.map((column, index) => sql`(line ->> ${sql.lit(index)})::${sql.raw(column.type)}`)
  )
  await sql`
    insert into ${tableName(table)} (${names}) overriding system value
    select ${values} from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as line`.execute(tx)
}

/**
 * Drops foreign keys and disables triggers during the load, which the owner of the tables may do without being a
 * superuser. Returns a function that restores them and thereby checks every foreign key.
 */
async function suspendRules(tx: Tx, tables: readonly BackedTable[]): Promise<() => Promise<void>> {
  const schemas = sql`('public', 'graphile_worker')`
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
    where contype = 'f' and conparentid = 0 and nspname in ${schemas}`.execute(tx)
  for (const { table, name } of keys)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.ref(name)}`.execute(tx)
  for (const table of tables)
    await sql`alter table ${tableName(table)} disable trigger user`.execute(tx)
  return async () => {
    for (const { table, name, definition } of keys)
      await sql`alter table ${sql.raw(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
        tx
      )
    for (const table of tables)
      await sql`alter table ${tableName(table)} enable trigger user`.execute(tx)
  }
}
