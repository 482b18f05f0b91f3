import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { atOneMoment } from '../db/at-one-moment.ts'
import type { Tx } from '../db/connect.ts'
import { listMigrations } from '../db/migrate.ts'
import { createSigning } from './signature.ts'
import { type BackedTable, listTables, tableName } from './tables.ts'

export type BackupHeader = {
  mille: 1
  at: string
  migrations: { name: string; hash: string }[]
}
/** A line of a backup: the header, a table, rows of that table, the sequences, or the end. The signature follows. */
export type BackupLine =
  | BackupHeader
  | { table: BackedTable }
  | { rows: (string | null)[][] }
  | { sequences: { name: string; value: string }[] }
  | { end: { rows: number } }

const rowsAtOnce = 500

export type WrittenBackup = { tables: number; rows: number; bytes: number }

/**
 * Writes the whole database into one file while the server runs. Everything is read in one snapshot. The file gets its
 * final name when it is complete, signed, and on the disk.
 */
export async function writeBackup(
  { db, now, config }: Context,
  file: string
): Promise<WrittenBackup> {
  const draft = `${file}.unfinished`
  const gzip = createGzip()
  // Only the owner may read the file because it contains everything.
  const out = createWriteStream(draft, { mode: 0o600 })
  gzip.pipe(createSigning(config.secret)).pipe(out)
  const failed = new Promise<never>((_, refuse) => out.once('error', refuse))
  async function write(line: BackupLine): Promise<void> {
    if (!gzip.write(`${JSON.stringify(line)}\n`)) await Promise.race([once(gzip, 'drain'), failed])
  }
  try {
    const written = await atOneMoment(db, tx => writeAll(tx, now(), write))
    gzip.end()
    await Promise.race([once(out, 'close'), failed])
    const handle = await open(draft)
    await handle.sync()
    const { size } = await handle.stat()
    await handle.close()
    await rename(draft, file)
    return { ...written, bytes: size }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeAll(tx: Tx, at: Date, write: (line: BackupLine) => Promise<void>) {
  await sql`set local timezone to 'UTC'`.execute(tx)
  const migrations = await listMigrations(tx)
  await write({ mille: 1, at: at.toISOString(), migrations })
  const tables = await listTables(tx)
  let count = 0
  for (const table of tables) {
    await write({ table })
    const columns = sql.join(table.columns.map(column => sql`${sql.ref(column.name)}::text`))
    await sql`declare backup no scroll cursor for select array[${columns}] as row from ${tableName(table)}`.execute(
      tx
    )
    for (;;) {
      const { rows } = await sql<{ row: (string | null)[] }>`
        fetch ${sql.lit(rowsAtOnce)} from backup`.execute(tx)
      if (rows.length === 0) break
      count += rows.length
      await write({ rows: rows.map(it => it.row) })
    }
    await sql`close backup`.execute(tx)
  }
  const { rows: sequences } = await sql<{ name: string; value: string }>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences
    where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1`.execute(
    tx
  )
  // Sequences are not part of the snapshot. They can only be further ahead, which leaves gaps but causes no conflicts.
  await write({ sequences })
  await write({ end: { rows: count } })
  return { tables: tables.length, rows: count }
}
