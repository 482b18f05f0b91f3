import { createTestDatabase } from '@mille/testing/test-database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { migrate } from './migrate.ts'

test('a database from before the first release is refused, and stays as it is', async () => {
  const { pool, close } = await createTestDatabase(2, 'template0')
  onTestFinished(close)
  await pool.query(`
    create table migrations (name text primary key, hash text not null, ran_at timestamptz not null default now());
    insert into migrations (name, hash) values ('0001-accounts.sql', 'x'), ('0002-ledger.sql', 'x')`)
  const failed = await migrate(pool).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(StartError)
  expect(failed).toMatchObject({
    message:
      'The database was made before the first release, which cannot read it: set DATABASE_URL to an empty database, or DATA_DIR to a new folder'
  })
  const { rows } = await pool.query("select relname from pg_class where relname = 'users'")
  expect(rows).toEqual([])
})

test('an empty database begins with the baseline, and is up to date then', async () => {
  const { pool, close } = await createTestDatabase(2, 'template0')
  onTestFinished(close)
  expect((await migrate(pool))[0]).toBe('0001-baseline.sql')
  expect(await migrate(pool)).toEqual([])
})
