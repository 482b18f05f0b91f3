import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSlow } from './processor.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(2)
})
afterAll(() => database.close())

const look = (
  counted: 'process' | 'thread',
  run: () => Promise<void>,
  again: () => Promise<void>
) => findSlow(database.pool, counted, run, again, 40)

const quick = async () => {}

async function busy(): Promise<void> {
  const before = process.threadCpuUsage()
  for (let used = 0; used < 60_000; ) {
    Array.from({ length: 10_000 }, Math.sqrt)
    const { user, system } = process.threadCpuUsage(before)
    used = user + system
  }
}

test('finds what keeps the process busy each time', async () => {
  expect(await look('process', busy, busy)).toMatch(/^\d+ ms/)
})

test('what other threads do counts where the process does', async () => {
  const derive = async () =>
    void (await promisify(pbkdf2)('password', 'salt', 250_000, 32, 'sha512'))
  expect(await look('process', derive, derive)).not.toBe(null)
  expect(await look('thread', derive, derive)).toBe(null)
})

test('what was slow once is not slow', async () => {
  expect(await look('process', busy, quick)).toBe(null)
})

test('who only waits is not slow', async () => {
  const wait = async () => void (await database.pool.query('select pg_sleep(0.06)'))
  expect(await look('process', wait, wait)).toBe(null)
})

test('finds what keeps the database busy each time, where the system counts it', async () => {
  const count = async () =>
    void (await database.pool.query('select sum(sqrt(i)) from generate_series(1, 700000) as i'))
  const found = await look('process', count, count)
  expect(found !== null).toBe(process.platform === 'linux')
})
