import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../start-error.ts'

import type { Database, Tx } from './connect.ts'

const folder = join(import.meta.dirname, 'migrations')
const lockNumber = 7_230_001
/** PostgreSQL's error code for a missing privilege. */
const insufficientPrivilege = '42501'
/** The first migration, which every database has. */
const baseline = '0001-baseline.sql'

/**
 * Runs the SQL migrations that the database does not have yet, each in a transaction, in order of their names. A file
 * that changed after it ran is refused, because databases would differ. Several processes may call this at once. `only`
 * limits it to some migrations, for a backup of an older version.
 */
export async function migrate(pool: pg.Pool, only?: ReadonlySet<string>): Promise<string[]> {
  const client = await pool.connect()
  const done: string[] = []
  try {
    await refuseStandby(client)
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())'
    )
    const rows = await readKnown(client)
    const known = new Map(rows.map(row => [row.name, row.hash]))
    if (known.size > 0 && !isSinceBaseline(rows))
      throw new StartError(
        'The database was made before the first release, which cannot read it: set DATABASE_URL to an empty database, or DATA_DIR to a new folder'
      )
    for (const { name, text, hash } of readFiles()) {
      const before = known.get(name)
      if (before === hash || (only && !only.has(name))) continue
      if (before !== undefined)
        throw new StartError(`The migration ${name} was changed after it had run`)
      await runFile(client, name, text, hash)
      done.push(name)
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockNumber])
    client.release()
  }
  return done
}

/** Returns the migrations of this program, in order of their names. */
function readFiles(): { name: string; text: string; hash: string }[] {
  const names = readdirSync(folder).filter(file => file.endsWith('.sql'))
  return names.sort().map(name => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, hash: createHash('sha256').update(text).digest('hex') }
  })
}

export type MigrationDifference = {
  /** Migrations of this program that the database does not have. */
  missing: string[]
  /** Migrations of the database that this program does not know, because a newer version ran them. */
  unknown: string[]
  /** Migrations whose file was changed after it had run. */
  changed: string[]
}

/** Compares the migrations that the database has with those of this program, and changes nothing. */
export function compareMigrations(
  known: readonly { name: string; hash: string }[]
): MigrationDifference {
  const files = readFiles()
  const hashes = new Map(known.map(it => [it.name, it.hash]))
  const names = new Set(files.map(it => it.name))
  return {
    missing: files.filter(it => !hashes.has(it.name)).map(it => it.name),
    unknown: known.filter(it => !names.has(it.name)).map(it => it.name),
    changed: files
      .filter(it => hashes.has(it.name) && hashes.get(it.name) !== it.hash)
      .map(it => it.name)
  }
}

async function readKnown(client: pg.PoolClient): Promise<{ name: string; hash: string }[]> {
  try {
    return (await client.query('select name, hash from migrations limit 10000')).rows
  } catch (error) {
    if ((error as { code?: unknown }).code !== insufficientPrivilege) throw error
    throw new StartError(
      'The tables of the database belong to another role, as before the first release: set DATABASE_URL with that role, or DATA_DIR to a new folder'
    )
  }
}

/** Refuses a standby, which answers queries but accepts no writes. */
async function refuseStandby(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query('select where pg_is_in_recovery()')
  if (rows.length > 0)
    throw new StartError('The database is a standby: DATABASE_URL must name the primary, or both')
}

/** Returns the migrations that the database has, in order of their names. */
export async function listMigrations(tx: Database | Tx): Promise<{ name: string; hash: string }[]> {
  return tx
    .selectFrom('migrations')
    .select(['name', 'hash'])
    .orderBy('name')
    .limit(10_000)
    .execute()
}

/** Reports whether these are migrations of a release, and not of a version before the first release. */
export function isSinceBaseline(migrations: readonly { name: string }[]): boolean {
  return migrations.some(it => it.name === baseline)
}

async function runFile(
  client: pg.PoolClient,
  name: string,
  text: string,
  hash: string
): Promise<void> {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}
