import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.generated.ts'

/** The role that creates clusters; it is used only to hand the database over to the ordinary role. */
export const superuser = 'postgres'
/** The role that owns the database and everything in it, and has no rights on the machine. */
export const ordinaryRole = 'mille'

const attributes = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

/**
 * Makes the ordinary role the owner of the database and everything in it, in one transaction. Does nothing if that is
 * already so. `connection` is the superuser's.
 */
export async function handOver(connection: pg.ClientConfig): Promise<void> {
  // The ordinary role owns the schemas, so these superuser queries must not run any function from them.
  const client = new pg.Client({ ...connection, options: '-c search_path=pg_catalog' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(`select where pg_is_in_recovery()`)
    // A standby has the same roles and owners as its primary.
    if (rows.length > 0) return
    await client.query('begin')
    // The commit does not wait for an unreachable standby: steps that are lost are repeated at the next start.
    await client.query('set local synchronous_commit = local')
    for (const statement of await missingSteps(client)) await client.query(statement)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function missingSteps(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ step: string }>(
    `select 'create role ${ordinaryRole} ${attributes}' as step
      where not exists (select from pg_roles where rolname = $2)
    union all
    select 'alter role ${ordinaryRole} ${attributes}' from pg_roles
      where rolname = $2 and (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls or not rolcanlogin)
    union all
    select format('revoke %I from %I', pg_get_userbyid(roleid), $2) from pg_auth_members
      where pg_get_userbyid(member) = $2
    union all
    select format('alter database %I owner to %I', datname, $2) from pg_database
      where datname = current_database() and pg_get_userbyid(datdba) = $1`,
    [superuser, ordinaryRole]
  )
  return rows.map(it => it.step)
}

/** Reports whether the server's connections are a superuser's, who may do anything, even on the database's machine. */
export async function isSuperuser(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ is: string }>`select current_setting('is_superuser') as is`.execute(
    db
  )
  return rows[0]?.is === 'on'
}
