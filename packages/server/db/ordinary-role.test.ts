import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStatements } from '@mille/testing/operating-document.ts'
import { createTestContext } from '@mille/testing/test-context.ts'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreBackup } from '../backup/restore-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { prepareJobs } from '../jobs/prepare.ts'
import { StartError } from '../start-error.ts'
import { connect } from './connect.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { handOver, isSuperuser, superuser } from './ordinary-role.ts'

let folder: string
let database: EmbeddedDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mille-role-'))
  database = await startEmbedded(folder)
})
afterEach(async () => {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

const asSuperuser = () => ({ ...database.connection, user: superuser })

async function query(connection: pg.ClientConfig, text: string): Promise<object[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('the server has no rights on the machine that its database runs on', async () => {
  const own = await connect(database.connection, 1)
  const run = (text: string) => own.pool.query(text)
  try {
    expect(await isSuperuser(own.db)).toBe(false)
    const { rows } = await run(`
      select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as may,
        (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships
      from pg_roles where rolname = current_user`)
    expect(rows).toEqual([{ may: false, memberships: 0 }])
    for (const text of [
      "select pg_read_file('/etc/passwd')",
      "select pg_ls_dir('/')",
      "select lo_import('/etc/passwd')",
      "copy (select 1) to program 'true'",
      "copy (select 1) to '/tmp/mille-role'",
      "alter system set work_mem = '8MB'",
      'set role postgres',
      'set session authorization postgres',
      'alter role mille superuser',
      'create role other',
      'create language plpython3u'
    ])
      await expect(run(text), text).rejects.toThrow(/permission denied|must be/)
  } finally {
    await own.close()
  }
  const other = await connect(asSuperuser(), 1)
  expect(await isSuperuser(other.db)).toBe(true)
  await other.close()
})

test('a backup is read back without the rights of a superuser', async () => {
  const [network, own] = [await createTestContext(), await connect(database.connection, 4)]
  try {
    await network.db
      .insertInto('users')
      .values({ email: 'ada@mille.test', created_at: network.now() })
      .execute()
    const file = join(folder, 'backup.gz')
    const { rows } = await writeBackup(network, file)
    expect(await restoreBackup({ ...network, ...own }, file)).toMatchObject({ rows })
    expect(await own.db.selectFrom('users').select('email').execute()).toEqual([
      { email: 'ada@mille.test' }
    ])
    const again = await writeBackup({ ...network, ...own }, join(folder, 'again.gz'))
    expect(again.rows).toBeGreaterThanOrEqual(rows)
  } finally {
    await own.close()
    await network.close()
  }
})

test('a data folder whose tables are the superuser’s, as before the first release, is refused', async () => {
  const old = 'create table migrations (name text primary key, hash text not null)'
  await query(asSuperuser(), old)
  const own = await connect(database.connection, 1)
  try {
    await expect(migrate(own.pool)).rejects.toThrow(
      new StartError(
        'The tables of the database belong to another role, as before the first release: set DATABASE_URL with that role, or DATA_DIR to a new folder'
      )
    )
  } finally {
    await own.close()
  }
})

test('a start that was killed before it made the role is continued by the next one', async () => {
  await query(asSuperuser(), 'alter database postgres owner to postgres; drop role mille')
  const { connection, adopted } = await startEmbedded(folder)
  expect(adopted).toBe(true)
  expect(connection.user).toBe('mille')
  const owner =
    "select pg_get_userbyid(datdba) as owner from pg_database where datname = 'postgres'"
  expect(await query(connection, owner)).toEqual([{ owner: 'mille' }])
})

test('the role of the operating guide is enough', async () => {
  const guide = readStatements('role', { password: 'not asked for' })
  for (const statement of guide)
    await query(asSuperuser(), statement.replace('create role mille', 'alter role mille'))
  const own = await connect({ ...database.connection, database: 'mille' }, 2)
  try {
    expect(guide).toHaveLength(2)
    expect(await isSuperuser(own.db)).toBe(false)
    expect((await migrate(own.pool))[0]).toBe('0001-baseline.sql')
    await prepareJobs(own.pool)
  } finally {
    await own.close()
  }
})

test('nothing that the role has made is run when the superuser connects', async () => {
  await query(
    database.connection,
    `create function public.pg_get_userbyid(oid) returns name language plpgsql as $$ begin
      execute 'alter role mille superuser';
      return 'postgres';
    end $$;
    alter database postgres set search_path = public, pg_catalog`
  )
  await handOver(asSuperuser())
  expect(await query(database.connection, "select current_setting('is_superuser') as it")).toEqual([
    { it: 'off' }
  ])
})
