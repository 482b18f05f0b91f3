import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@mille/server/db/clients.ts'
import type { DatabaseAddress } from '@mille/server/db/database-address.ts'
import { type EmbeddedDatabase, startEmbedded } from '@mille/server/db/embedded.ts'
import { ordinaryRole, superuser } from '@mille/server/db/ordinary-role.ts'
import { newDataFolder } from '@mille/testing/data-folder.ts'
import { fillDatabaseFolder } from '@mille/testing/database-folder.ts'
import { type DatabaseProcess, openDatabaseProcess } from '@mille/testing/database-process.ts'
import { readStatements } from '@mille/testing/operating-document.ts'

export type Machine = DatabaseProcess & {
  name: string
  address: DatabaseAddress
  /** Runs a query as the superuser. */
  query: <Row extends object>(text: string) => Promise<Row[]>
  remove: () => Promise<void>
}

type Place = { name: string; folder: string; sockets: string }

export type Pair = {
  /** DATABASE_URL that names both machines. */
  url: string
  primary: () => Machine
  standby: () => Machine
  /** Makes the standby the primary, as docs/operating/back-up.md does it. The old primary is left as it is. */
  promote: () => Promise<void>
  /** Removes the old primary's data and makes that machine follow the new primary. */
  rebuild: () => Promise<void>
  /** Sets whether commits wait for the standby's confirmation. */
  setSynchronous: (isSynchronous: boolean) => Promise<void>
  /** Runs the first query that docs/operating/back-up.md says to monitor. */
  watch: () => Promise<object | undefined>
  /** Cuts the standby off: it receives nothing from then on, like one whose network is too slow. */
  cutOff: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts PostgreSQL on two machines, one of which follows the other and confirms its commits. */
export async function startPair(): Promise<Pair> {
  const root = newDataFolder('pair')
  const places = ['one', 'two'].map(name => {
    const sockets = mkdtempSync(join(tmpdir(), 'mille-'))
    return { name, folder: join(root, name), sockets }
  })
  const [placeOne, placeTwo] = places as [Place, Place]
  mkdirSync(placeOne.folder)
  await fillDatabaseFolder(placeOne.folder)
  let primary = openMachine(placeOne, await start(placeOne))
  for (const statement of readStatements('on the primary', { password: 'not asked for' }))
    await primary.query(statement)
  let standby = await follow(placeTwo, placeOne, primary)
  const placeOf = (machine: Machine) => (machine.name === 'one' ? placeOne : placeTwo)
  const isOpen = new Set<Machine>([primary, standby])

  async function setSynchronous(isSynchronous: boolean): Promise<void> {
    const part = isSynchronous ? 'wait for the standby' : 'do not wait'
    for (const statement of readStatements(part, { standby: standby.name }))
      await primary.query(statement)
    if (isSynchronous) await confirmed(primary)
  }

  await setSynchronous(true)
  return {
    url: `postgres://${ordinaryRole}@${places.map(it => encodeURIComponent(it.sockets)).join(',')}/postgres`,
    primary: () => primary,
    standby: () => standby,
    setSynchronous,
    async watch() {
      const [first] = await Promise.all(readStatements('watch', {}).map(it => primary.query(it)))
      return first?.[0]
    },
    async cutOff() {
      await standby.query("alter system set primary_conninfo = ''")
      await standby.query('select pg_reload_conf()')
      const text = 'select from pg_stat_wal_receiver'
      while ((await standby.query(text)).length > 0) await sleep(20)
    },
    async promote() {
      for (const statement of readStatements('promote', {})) await standby.query(statement)
      ;[primary, standby] = [standby, primary]
    },
    async rebuild() {
      await standby.remove()
      isOpen.delete(standby)
      standby = await follow(placeOf(standby), placeOf(primary), primary)
      isOpen.add(standby)
      await setSynchronous(true)
    },
    async stop() {
      for (const machine of isOpen) await machine.remove()
      rmSync(root, { recursive: true, force: true })
    }
  }
}

const start = ({ folder, sockets }: Place) => startEmbedded(folder, sockets)

function openMachine({ name, folder }: Place, running: EmbeddedDatabase): Machine {
  const server = openDatabaseProcess(folder, running)
  return {
    ...server,
    name,
    address: running.connection,
    async query<Row extends object>(text: string): Promise<Row[]> {
      const client = createClient({ ...running.connection, user: superuser })
      // A test whose query waits while the machine is stopped gets the error from the query itself.
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query<Row>(text)).rows
      } finally {
        await client.end()
      }
    },
    async remove() {
      server.resume()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/**
 * Replaces pg_basebackup, which the embedded PostgreSQL lacks: copies the files of a running primary between
 * pg_backup_start and pg_backup_stop, with a slot that keeps what is written meanwhile.
 */
async function follow(place: Place, leader: Place, primary: Machine): Promise<Machine> {
  const client = createClient({ host: leader.sockets, user: superuser, database: 'postgres' })
  await client.connect()
  await client.query('select pg_create_physical_replication_slot($1, true)', [place.name])
  await client.query("select pg_backup_start('standby', true)")
  const [from, to] = [join(leader.folder, 'postgres'), join(place.folder, 'postgres')]
  mkdirSync(place.folder, { recursive: true })
  // `cp` may complain about files that disappear while it copies: their changes are in the write-ahead log.
  spawnSync('cp', ['-a', from, to], { stdio: 'ignore' })
  const { rows } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(false)'
  )
  await client.end()
  rmSync(join(to, 'postmaster.pid'), { force: true })
  for (const folder of ['pg_wal', 'pg_replslot'])
    for (const entry of readdirSync(join(to, folder)))
      if (entry !== 'archive_status') rmSync(join(to, folder, entry), { recursive: true })
  write(to, 'backup_label', rows[0]?.label ?? '')
  write(to, 'standby.signal', '')
  appendFileSync(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${leader.sockets} user=standby application_name=${place.name}'\nprimary_slot_name = '${place.name}'\n`
  )
  const machine = openMachine(place, await start(place))
  for (const statement of readStatements('on the standby', {})) await machine.query(statement)
  await following(primary)
  return machine
}

/** The file gets the owner of the folder, so that PostgreSQL can read it whichever user runs the test. */
function write(folder: string, name: string, text: string): void {
  const { uid, gid } = statSync(folder)
  writeFileSync(join(folder, name), text)
  chownSync(join(folder, name), uid, gid)
}

const following = (primary: Machine) => until(primary, "state = 'streaming'")
const confirmed = (primary: Machine) => until(primary, "sync_state in ('sync', 'quorum')")

async function until(primary: Machine, condition: string): Promise<void> {
  const deadline = Date.now() + 30_000
  const text = `select from pg_stat_replication where ${condition}`
  while ((await primary.query(text)).length === 0) {
    if (Date.now() > deadline) throw new Error(`No standby of ${primary.name} has ${condition}`)
    await sleep(50)
  }
}
