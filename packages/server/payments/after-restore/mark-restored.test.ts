import { createTestDatabase, type TestDatabase } from '@mille/testing/test-database.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isUnsearched, readSearch, setSearched } from '../payouts/restores.ts'
import { addChains, markRestored } from './mark-restored.ts'

const backupAt = '2026-03-02T10:00:00.000Z'
const now = new Date('2026-03-02T11:00:00Z')
let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase(3)
})
afterEach(() => database.close())

test('after a restore every chain waits to be searched, also one that is connected later', async () => {
  const { db, pool } = database
  await pool.query(`update chains set read_hash = 'h' || name, read_height = 90, next_index = 7`)
  await db.transaction().execute(tx => markRestored(tx, backupAt, now))
  await addChains(db)
  for (const chain of ['bitcoin', 'ethereum', 'a chain of later'])
    expect(await isUnsearched(db, chain), chain).toBe(true)
  expect(await readSearch(db, 'bitcoin')).toMatchObject({ readHash: 'hbitcoin', gap: 1000 })
  const { rows } = await pool.query('select name, next_index from chains order by name')
  expect(rows[0]).toEqual({ name: 'bitcoin', next_index: 1007 })
  // The index is the number of seconds since the beginning of the year.
  expect(rows[1]).toEqual({ name: 'ethereum', next_index: (59 + 1) * 86_400 + 11 * 3_600 })
  await db.transaction().execute(tx => setSearched(tx, 'bitcoin', now))
  expect(await isUnsearched(db, 'bitcoin')).toBe(false)
  expect(await isUnsearched(db, 'ethereum')).toBe(true)
})
