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

/** What of the product's the role does not own. */
const foreign = `
  select relname as name, pg_get_userbyid(relowner) as owner from pg_class
  where relowner <> 'mille'::regrole and relnamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
  union all
  select proname, pg_get_userbyid(proowner) from pg_proc
  where proowner <> 'mille'::regrole and pronamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
  union all
  select typname, pg_get_userbyid(typowner) from pg_type
  where typowner <> 'mille'::regrole and typnamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
  union all
  select nspname, pg_get_userbyid(nspowner) from pg_namespace where nspname = 'graphile_worker' and nspowner <> 'mille'::regrole
  union all
  select datname, pg_get_userbyid(datdba) from pg_database where datname = current_database() and datdba <> 'mille'::regrole`

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

test('a data folder from before is taken over at the next start, and works', async () => {
  await makeOld()
  await interrupt()
  expect(await query(asSuperuser(), "select from pg_roles where rolname = 'mille'")).toEqual([])

  await database.stop()
  database = await startEmbedded(folder)
  expect(await query(asSuperuser(), foreign)).toEqual([])
  await handOver(asSuperuser())

  const own = await connect(database.connection, 2)
  try {
    expect(await migrate(own.pool)).toEqual([])
    await prepareJobs(own.pool)
    const user = { email: 'ada@mille.test', created_at: new Date() }
    const { id } = await own.db
      .insertInto('users')
      .values(user)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(id).toBe(2)
    await own.pool.query(`
      alter table users disable trigger user;
      alter table old_ones add column more text, alter column kind type text;
      drop function old_function; drop type old_kind; drop sequence old_sequence; drop view old_view;
      drop schema graphile_worker cascade; create schema another`)
  } finally {
    await own.close()
  }
})

test('what an adopted database still has of the superuser is taken over too', async () => {
  await makeOld()
  const { connection, adopted } = await startEmbedded(folder)
  expect(adopted).toBe(true)
  expect(connection.user).toBe('mille')
  expect(await query(connection, foreign)).toEqual([])
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

/** Ends the connection of a takeover when it has changed most things and waits for one. */
async function interrupt(): Promise<void> {
  const holder = new pg.Client(asSuperuser())
  await holder.connect()
  await holder.query(`begin; lock table "Old one's"`)
  const failed = expect(handOver(asSuperuser())).rejects.toThrow('terminating')
  const waiting =
    "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table%'"
  await expect
    .poll(async () => (await query(asSuperuser(), waiting)).length, { timeout: 20_000 })
    .toBe(1)
  await failed
  await holder.end()
}

/** The database as versions of before made it: by the superuser, with one more of each kind than the product has. */
async function makeOld(): Promise<void> {
  await query(asSuperuser(), 'alter database postgres owner to postgres; drop role mille')
  const old = await connect(asSuperuser(), 2)
  await migrate(old.pool)
  await prepareJobs(old.pool)
  await old.pool.query(`
    insert into users (email, created_at) values ('old@mille.test', now());
    create type old_kind as enum ('one', 'two');
    create type old_pair as (one text, two text);
    create domain old_domain as text;
    create sequence old_sequence;
    create table old_ones (id integer generated always as identity, other serial, kind old_kind) partition by list (id);
    create table "Old one's" partition of old_ones for values in (1);
    create view old_view as select id from old_ones;
    create function old_function(old_kind, variadic text[]) returns integer language sql return 1;
    create procedure old_procedure() language sql as ''`)
  await old.close()
}
