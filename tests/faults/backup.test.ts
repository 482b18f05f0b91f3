import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { connect } from '@mille/server/db/connect.ts'
import { RecordWriter } from '@mille/server/delivery/event-log/write-records.ts'
import { DayPlaces } from '@mille/server/delivery/judge/day-places.ts'
import { createTally } from '@mille/server/delivery/judge/tally.ts'
import { verdict } from '@mille/server/delivery/judge/verdicts.ts'
import { addToCounters } from '@mille/server/delivery/partitions/commit-counts.ts'
import { addPlaces } from '@mille/server/delivery/partitions/day-places.ts'
import { writeCounted } from '@mille/server/delivery/testing/counted-log.ts'
import { makeDecided } from '@mille/server/delivery/testing/counting.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'mille-backup-'))
const file = join(folder, 'backup.gz')
const environment = { ROLES: 'worker', SECRET: randomBytes(32).toString('hex') }

let server: ServerProcess
let copy: ServerProcess
beforeAll(async () => {
  server = await startServerProcess(environment)
  // A separate machine, on which nothing has been restored yet.
  copy = await startServerProcess(environment)
})
afterAll(async () => {
  await server.dispose()
  await copy.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const counted = `
  select (select count(*)::int from ledger_transfers) as transfers,
    (select count(*)::int from ledger_entries) as entries,
    (select count(*)::int from users) as users,
    (select coalesce(sum(octet_length(verdicts)), 0)::int from event_log_verdicts) as events,
    (select md5(string_agg(t::text, ',' order by id)) from ledger_transfers t) as hash`

test('a backup under load, restored elsewhere, holds and has everything that it says', async () => {
  await server.query(`
    insert into users (email, username, created_at)
    select 'u' || n || '@example.com', 'Näme "' || n || E'"\\\\\\n', now() from generate_series(1, 500) n`)
  await server.query('update users set partner_id = id - 1 where id > 1')
  await server.query(`insert into visitor_keys values ('2026-03-02', sha256('a day'))`)
  await server.query(`insert into sign_up_keys values ('2126-03-02', sha256('a day'))`)
  await addViews(3000)
  await server.query(`
    begin;
    insert into chat_conversations (user_id, last_message_id) values (1, 1);
    insert into chat_messages (user_id, author, text, has_picture, created_at) values (1, 'user', '', true, now());
    insert into chat_pictures (user_id, message_id, width, height, bytes, created_at)
      select 1, 1, 800, 600, decode(string_agg(md5(n::text), ''), 'hex'), now() from generate_series(1, 20000) n;
    commit`)
  const stop = startLoad()
  while (Number((await server.query(counted))[0]?.transfers) < 300) await sleep(20)
  const written = await server.mille('backup', file)
  const after = Number((await server.query(counted))[0]?.transfers)
  await sleep(100)
  expect(Number((await server.query(counted))[0]?.transfers)).toBeGreaterThan(after)
  await stop()
  expect(written).toMatchObject({ code: 0, stderr: '' })
  expect(written.stdout).toMatch(/^Wrote \d+ rows of \d+ tables/)

  // The daily keys are destroyed a day later, so no copy of them may be in a backup.
  expect(await server.query('select from visitor_keys where key is not null')).not.toEqual([])
  expect(await server.query('select from sign_up_keys')).not.toEqual([])
  const kept = gunzipSync(readFileSync(file))
  expect(['visitor_keys', 'sign_up_keys'].filter(it => kept.includes(it))).toEqual([])

  const restored = await copy.mille('restore', file)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  const [, rows] = /^Wrote (\d+) rows/.exec(written.stdout) ?? []
  expect(restored.stdout).toContain(`Restored ${rows} rows`)
  const [counts] = await copy.query(counted)
  expect(counts).toMatchObject({ users: 500, events: 3000 })
  expect(Number(counts?.transfers)).toBeGreaterThanOrEqual(300)
  expect(counts?.entries).toBe(2 * Number(counts?.transfers))
  // The copy has exactly the same rows as the original up to the time of the backup.
  const ids = (await copy.query('select id from ledger_transfers')).map(row => row.id).join(',')
  expect(
    await server.query(`
      select md5(string_agg(t::text, ',' order by id)) as hash
      from ledger_transfers t where id in (${ids})`)
  ).toEqual([{ hash: counts?.hash }])
  expect(Number(counts?.transfers)).toBeLessThanOrEqual(after)
  const names = "select md5(string_agg(username, ',' order by id)) as hash from users"
  expect(await copy.query(names)).toEqual(await server.query(names))
  const pictures = 'select md5(bytes) as hash, length(bytes) as size, message_id from chat_pictures'
  expect(await copy.query(pictures)).toEqual(await server.query(pictures))
  expect(await copy.query(pictures)).toMatchObject([{ size: 320_000, message_id: 1 }])
  const verified = await copy.mille('verify')
  expect(verified).toMatchObject({ code: 0 })
  expect(verified.stdout).toContain(`${counts?.transfers} transfers`)

  // The database's rules are restored, and new rows can be added.
  await expect(copy.query('delete from ledger_transfers')).rejects.toThrow('append-only')
  await expect(copy.query('update users set partner_id = 999999')).rejects.toThrow('foreign key')
  await copy.query("insert into users (email, created_at) values ('new@example.com', now())")
  await copy.stop()
  await copy.restart()
  expect((await fetch(`${copy.url}/readyz`)).status).toBe(200)
})

test('a database with accounts, and a backup that is not whole, are refused', async () => {
  expect(await server.mille('restore', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('only be restored into an empty database')
  })
  expect(await server.mille('restore', join(folder, 'nothing.gz'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not exist')
  })
  const fresh = await startServerProcess(environment)
  truncateSync(file, Math.floor(readFileSync(file).length / 2))
  expect(await fresh.mille('restore', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no signature at its end')
  })
  expect((await fresh.mille('restore', file, '--unverified')).code).toBe(1)
  expect(await fresh.query('select count(*)::int as count from users')).toEqual([{ count: 0 }])
  await fresh.dispose()
})

/** Adds views as if visitors had reported them and the counter had counted them. */
async function addViews(count: number): Promise<void> {
  const { db, close } = await connect(connectionOf(server))
  const at = new Date()
  const writer = new RecordWriter()
  for (let index = 0; index < count; index++) {
    const decided = makeDecided({ issuedAtMs: at.getTime() })
    const day = at.toISOString().slice(0, 10)
    const names = [{ day, visitor: decided.visitor, isKept: true }]
    const said = { isCovered: false, isShrunken: false, isContradictory: false }
    const origin = { receivedAtMs: at.getTime(), country: null, device: null }
    writer.viewable({ decided, names, block: null, ...said }, origin)
  }
  const batch = { at, body: writer.take(), verdicts: new Uint8Array(count).fill(verdict.billable) }
  const tally = createTally({ settlementWindowSeconds: 7200 })
  tally.add({ ...batch, position: 0n }, batch.verdicts)
  const counted = new DayPlaces()
  counted.add(batch, batch.verdicts)
  await db.transaction().execute(async tx => {
    await writeCounted(tx, 0, [batch])
    await addToCounters(tx, tally.takeSums())
    await addPlaces(tx, counted.take())
  })
  await close()
}

function connectionOf({ dataFolder }: ServerProcess) {
  const lines = readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return { host: lines[4] ?? '', port: Number(lines[3]), user: 'postgres', database: 'postgres' }
}

/** Makes transfers as fast as possible until it is stopped. */
function startLoad(): () => Promise<void> {
  const connection = connectionOf(server)
  const writer = spawn(
    process.execPath,
    [join(import.meta.dirname, 'ledger-writer.ts'), JSON.stringify(connection), 'load'],
    { stdio: ['ignore', 'ignore', 'inherit'] }
  )
  return async () => {
    writer.kill('SIGKILL')
    await once(writer, 'exit')
  }
}
