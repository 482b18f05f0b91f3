import { sql } from 'kysely'
import { databaseTime } from '../../db/check-clock.ts'
import { compareMigrations, isSinceBaseline, listMigrations } from '../../db/migrate.ts'
import { checkSharedValues } from '../../settings/index.ts'
import { StartError } from '../../start-error.ts'
import { type Check, type Finding, ok, problem, unchecked } from './check.ts'
import type { DatabaseSubject } from './subject.ts'

export const database = { name: 'Database', page: 'start.md#your-own-postgresql' }

const minVersion = 15
/** Difference of two clocks in milliseconds from which the doctor says so. Above a minute, views are lost. */
const maxClockMs = 2000

export const databaseChecks: readonly Check<DatabaseSubject>[] = [
  { name: 'Database version', page: database.page, run: checkVersion },
  { name: 'Database encoding', page: database.page, run: checkEncoding },
  { name: 'Migrations', page: 'upgrade.md', run: checkMigrations },
  {
    name: 'Shared values',
    page: 'upgrade.md#values-that-all-processes-share',
    run: checkShared
  },
  { name: 'Clock', page: 'troubleshoot.md#what-adminhealth-says', run: checkClock }
]

/** Says what to do about a database that cannot be reached, by the reason that PostgreSQL or the network gave. */
export function findReason(message: string): Finding {
  const seen = `${message}.`
  if (/password authentication failed|role ".*" does not exist/.test(message))
    return problem(
      seen,
      'Correct the user and the password in DATABASE_URL, or set that password: alter role mille password ….'
    )
  if (/database ".*" does not exist/.test(message))
    return problem(
      seen,
      'Create the database that DATABASE_URL names with createdb, or correct its name.'
    )
  if (/no pg_hba\.conf entry/.test(message))
    return problem(seen, 'Allow this machine and user in pg_hba.conf of PostgreSQL, and reload it.')
  if (/too many (clients|connections)|remaining connection slots/.test(message))
    return problem(
      seen,
      'Lower DATABASE_CONNECTIONS of the processes, or raise max_connections of PostgreSQL.'
    )
  return problem(
    seen,
    'Check that PostgreSQL runs, that the host and the port of DATABASE_URL are right, and that no firewall is between.'
  )
}

async function checkVersion({ context: { db } }: DatabaseSubject): Promise<Finding> {
  const { rows } = await sql<{ number: string }>`
    select current_setting('server_version_num') as number`.execute(db)
  const version = Math.floor(Number(rows[0]?.number) / 10_000)
  if (version >= minVersion) return ok(`PostgreSQL ${version}.`)
  return problem(
    `This is PostgreSQL ${version}, and Mille needs ${minVersion} or later.`,
    'Upgrade PostgreSQL with pg_upgrade, or restore a backup of mille backup into a newer one.'
  )
}

async function checkEncoding({ context: { db } }: DatabaseSubject): Promise<Finding> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db)
  const encoding = rows[0]?.encoding
  if (encoding === 'UTF8') return ok('The database stores text as UTF-8.')
  return problem(
    `The database stores text as ${encoding}, which cannot hold every name.`,
    'Create it again: createdb --encoding UTF8 --template template0, and load a backup into it.'
  )
}

async function checkMigrations({ context: { db } }: DatabaseSubject): Promise<Finding> {
  const { rows } = await sql<{ known: string | null }>`
    select to_regclass('migrations')::text as known`.execute(db)
  const known = rows[0]?.known ? await listMigrations(db) : []
  if (known.length === 0) return ok('The database is empty; the first start creates its tables.')
  if (!isSinceBaseline(known))
    return problem(
      'The database was made before the first release, which cannot read it.',
      'Set DATABASE_URL to an empty database, or DATA_DIR to a new folder.'
    )
  const { missing, unknown, changed } = compareMigrations(known)
  if (unknown.length > 0)
    return problem(
      `A newer version has changed the database: ${listOf(unknown)}.`,
      'Install that version or a later one here: this one does not know these tables.'
    )
  if (changed.length > 0)
    return problem(
      `These migrations differ from those that made the database: ${listOf(changed)}.`,
      'Install the files of a release again, without changes.'
    )
  if (missing.length === 0) return ok(`All ${known.length} migrations have run.`)
  return problem(
    `The database is older than this version: ${listOf(missing)} have not run.`,
    'Run mille migrate, or start the server, which does the same.'
  )
}

async function checkShared({ context }: DatabaseSubject): Promise<Finding | Finding[]> {
  try {
    await checkSharedValues(context.db, context.config)
    return ok('This configuration is the one of the whole installation.')
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return error.message.split('\n').map(it => {
      const [seen, remedy = ''] = it.split(/: (?=set it as )/)
      return problem(`${seen}.`, `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`)
    })
  }
}

async function checkClock({ context: { db, now } }: DatabaseSubject): Promise<Finding> {
  const before = now().getTime()
  const at = (await databaseTime(db)).getTime()
  const after = now().getTime()
  // The database read its clock at some time between, so only what lies outside of that range is a difference.
  const aheadMs = before > at ? before - at : after < at ? after - at : 0
  return judgeClock(aheadMs, 'the database')
}

/** Judges by how many milliseconds this machine's clock is ahead of another one. */
export function judgeClock(aheadMs: number, other: string): Finding {
  if (!Number.isFinite(aheadMs)) return unchecked(`The clock of ${other} could not be read.`)
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1)
  if (Math.abs(aheadMs) <= maxClockMs) return ok(`The clock of this machine agrees with ${other}.`)
  return problem(
    `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ${other}.`,
    'Turn on time synchronization on both machines: timedatectl set-ntp true. Above a minute, nothing is counted or settled.'
  )
}

const listOf = (names: readonly string[]) =>
  names.length > 3
    ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
    : names.join(', ')
