import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createTestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { restoreBackup } from './restore-backup.ts'
import { listTables } from './tables.ts'
import { writeBackup } from './write-backup.ts'

test('a restore begins anew when a job has one table and wants another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mille-restore-'))
  const [network, empty] = [await createTestContext(), await createTestContext()]
  // PostgreSQL ends the first that looks for a deadlock and finds one: here the restore, however slow the machine is.
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
  const folder = await mkdtemp(join(tmpdir(), 'mille-restore-'))
  const [network, empty] = [await createTestContext(), await createTestContext()]
  onTestFinished(async () => {
    await network.close()
    await empty.close()
    await rm(folder, { recursive: true })
  })
  await network.db
    .insertInto('mails')
    .values({
      ...{ recipient: 'reader@example.com', language: 'en', subject: 'Hello', text: 'Hello' },
      created_at: network.now()
    })
    .execute()
  const file = join(folder, 'backup.gz')
  await writeBackup(network, file)
  const evil = "text || (select 'by ' || current_user)"
  const changed = gunzipSync(await readFile(file))
    .toString()
    .replaceAll('"type":"text"', `"type":${JSON.stringify(evil)}`)
  expect(changed).toContain(JSON.stringify(evil))
  await writeFile(file, gzipSync(changed))
  await restoreBackup(empty, file)
  const { text } = await empty.db.selectFrom('mails').select('text').executeTakeFirstOrThrow()
  expect(text).toBe('Hello')
})

function tableNameOf(table: { schema: string; name: string } | undefined): string {
  return `${table?.schema}.${table?.name}`
}
