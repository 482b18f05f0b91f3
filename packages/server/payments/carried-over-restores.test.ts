import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@mille/testing/test-database.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { addChains, markRestored } from './mark-restored.ts'
import { isUnsearched, readRestore, readSearch, setSearched } from './restores.ts'

const names = readdirSync(join(import.meta.dirname, '../db/migrations'))
const backupAt = '2026-03-02T10:00:00.000Z'
const now = new Date('2026-03-02T11:00:00Z')
let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase(3, 'template0')
})
afterEach(() => database.close())

const migrateBefore = (name: string) =>
  migrate(database.pool, new Set(names.filter(it => it < name)))

test('a restore that an older version has begun goes on where it was', async () => {
  const { db, pool } = database
  await migrateBefore('0183')
  await pool.query(`insert into restores (backup_at, restored_at, bitcoin_hash, ethereum_height, ethereum_from, gap,
    bitcoin_checked_at) values ('${backupAt}', '${backupAt}', 'abc', 90, 7, 1000, '2026-03-02 10:30Z')`)
  await migrate(pool)
  expect(await readRestore(db)).toMatchObject({ id: 1, gap: 1000 })
  expect(await readSearch(db, 'bitcoin')).toMatchObject({
    readHash: 'abc',
    checkedAt: new Date('2026-03-02T10:30:00Z')
  })
  expect(await readSearch(db, 'ethereum')).toMatchObject({ readHeight: 90, checkedAt: null })
  expect([await isUnsearched(db, 'bitcoin'), await isUnsearched(db, 'ethereum')]).toEqual([
    false,
    true
  ])
})

test.each(['0157', '0158', '0183', '0184', '9999'])(
  'a backup of the tables before %s waits for the search of every chain',
  async name => {
    const { db, pool } = database
    await migrateBefore(name)
    await pool.query(`update chains set read_hash = 'h' || name, read_height = 90, next_index = 7`)
    await db.transaction().execute(tx => markRestored(tx, backupAt, now))
    await migrate(pool)
    await addChains(db)
    for (const chain of ['bitcoin', 'ethereum', 'a chain of later'])
      expect(await isUnsearched(db, chain), chain).toBe(true)
    expect(await readSearch(db, 'bitcoin')).toMatchObject({ readHash: 'hbitcoin', gap: 1000 })
    const { rows } = await pool.query('select name, next_index from chains order by name')
    expect(rows[0]).toEqual({ name: 'bitcoin', next_index: 1007 })
    // As many as seconds since the beginning of the year.
    expect(rows[1]).toEqual({ name: 'ethereum', next_index: (59 + 1) * 86_400 + 11 * 3_600 })
    await db.transaction().execute(tx => setSearched(tx, 'bitcoin', now))
    expect(await isUnsearched(db, 'bitcoin')).toBe(false)
    expect(await isUnsearched(db, 'ethereum')).toBe(true)
  }
)
