import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createTestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '../db/connect.ts'
import { restoreBackup } from './restore-backup.ts'
import { listTables } from './tables.ts'
import { writeBackup } from './write-backup.ts'

test('a restore starts again when a job has one table and wants another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mille-restore-'))
  const [network, empty] = await createContexts()
  // PostgreSQL aborts the session that first looks for a deadlock. The other session waits longer, so the aborted one
  // is always the restore, however slow the machine is.
  const patient = await connect({ ...empty.connection, options: '-c deadlock_timeout=5s' })
  onTestFinished(async () => {
    await patient.close()
    await network.close()
    await empty.close()
    await rm(folder, { recursive: true })
  })
  const file = join(folder, 'backup.gz')
  const written = await writeBackup(network, file)

  const tables = await listTables(empty.db)
  const [first, last] = [tables[0], tables.at(-1)]
  if (!first || !last) throw new Error('There are no tables')
  const job = await empty.pool.connect()
  const lock = (table: typeof first) =>
    job.query(`lock table ${table.schema}.${table.name} in row exclusive mode`)
  await job.query("set deadlock_timeout to '1min'")
  await job.query('begin')
  await lock(last)
  const restored = restoreBackup({ ...empty, ...patient }, file)
  await expect.poll(() => waiting(), { timeout: 20_000 }).toBe(1)
  await lock(first)
  await job.query('commit')
  job.release()
  expect(await restored).toMatchObject({ rows: written.rows, tables: written.tables })

  async function waiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks
      where not granted and relation = ${sql.lit(tableNameOf(last))}::regclass`.execute(empty.db)
    return rows[0]?.count ?? 0
  }
})

test('what a file says of the types of its columns is not run', async () => {
  const { network, empty, file } = await createNetworkAndEmpty()
  await network.db
    .insertInto('mails')
    .values({
      ...{ recipient: 'reader@example.com', language: 'en', subject: 'Hello', text: 'Hello' },
      created_at: network.now()
    })
    .execute()
  await writeBackup(network, file)
  const evil = "text || (select 'by ' || current_user)"
  const changed = gunzipSync(await readFile(file))
    .toString()
    .replaceAll('"type":"text"', `"type":${JSON.stringify(evil)}`)
  expect(changed).toContain(JSON.stringify(evil))
  await writeFile(file, gzipSync(changed))
  await restoreBackup(empty, file, { isUnverified: true })
  const { text } = await empty.db.selectFrom('mails').select('text').executeTakeFirstOrThrow()
  expect(text).toBe('Hello')
})

test('a file that was changed, cut, or written with another secret is refused before the database is touched', async () => {
  const { network, empty, file } = await createNetworkAndEmpty()
  await writeBackup(network, file)
  const whole = await readFile(file)
  const queries = vi.spyOn(empty.pool, 'connect')
  const refused = async (bytes: Buffer, sentence: string) => {
    await writeFile(file, bytes)
    await expect(restoreBackup(empty, file)).rejects.toThrow(sentence)
  }
  // Every byte of the beginning and of the end, and some bytes in between.
  const end = whole.length - 120
  const step = Math.ceil(end / 40)
  for (let at = 0; at < whole.length; at += at < 20 || at >= end ? 1 : Math.min(step, end - at)) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    await refused(changed, 'backup.gz')
  }
  await refused(Buffer.concat([whole, whole]), 'was changed after it was written')
  await refused(Buffer.concat([whole.subarray(0, 100), whole.subarray(101)]), 'was changed')
  for (const size of [0, 1, 100, whole.length - 1])
    await refused(whole.subarray(0, size), 'has no signature at its end')
  const config = { ...network.config, secret: randomBytes(32) }
  await writeBackup({ ...network, config }, file)
  await expect(restoreBackup(empty, file)).rejects.toThrow('written with another SECRET')
  expect(queries).not.toHaveBeenCalled()
  expect(await empty.db.selectFrom('restores').select('id').execute()).toEqual([])

  await writeFile(file, whole)
  expect(await restoreBackup(empty, file)).toMatchObject({ migrations: [] })
})

test('a file without a signature is restored when that is asked for', async () => {
  const { network, empty, file } = await createNetworkAndEmpty()
  const { rows } = await writeBackup(network, file)
  await writeFile(file, gzipSync(gunzipSync(await readFile(file))))
  await expect(restoreBackup(empty, file)).rejects.toThrow('restore it with --unverified')
  expect(await restoreBackup(empty, file, { isUnverified: true })).toMatchObject({ rows })
})

test('a file from before the first release is refused before the database is touched', async () => {
  const { network, empty, file } = await createNetworkAndEmpty()
  await writeBackup(network, file)
  const [header = '', ...lines] = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
  const old = { ...JSON.parse(header), migrations: [{ name: '0001-accounts.sql', hash: 'x' }] }
  await writeFile(file, gzipSync([JSON.stringify(old), ...lines].join('\n')))
  const queries = vi.spyOn(empty.pool, 'connect')
  await expect(restoreBackup(empty, file, { isUnverified: true })).rejects.toThrow(
    'was written before the first release, which cannot read it: restore it with the version that wrote it'
  )
  expect(queries).not.toHaveBeenCalled()
})

/** Creates two contexts with one secret, as the operator keeps it with the backup. */
async function createContexts() {
  const network = await createTestContext()
  const empty = await createTestContext({ secret: network.config.secret })
  return [network, empty] as const
}

/** Creates a network, an empty database to restore into, and the folder of the backup. */
async function createNetworkAndEmpty() {
  const folder = await mkdtemp(join(tmpdir(), 'mille-restore-'))
  const [network, empty] = await createContexts()
  onTestFinished(async () => {
    await network.close()
    await empty.close()
    await rm(folder, { recursive: true })
  })
  return { network, empty, file: join(folder, 'backup.gz') }
}

function tableNameOf(table: { schema: string; name: string } | undefined): string {
  return `${table?.schema}.${table?.name}`
}
