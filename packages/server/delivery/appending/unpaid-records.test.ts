import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { crowdInHour } from '../what-counts.ts'
import { createUnpaidRecords } from './unpaid-records.ts'

const environment = { NODE_ENV: 'test', SECRET: randomBytes(32).toString('hex') }
const { unpaidPerMinute } = readConfig(environment)
const minuteMs = 60_000
const addressOf = (nth: number) => `${100 + (nth >>> 16)}.${(nth >>> 8) & 255}.${nth & 255}.1`

const createRecords = (most = unpaidPerMinute) => createUnpaidRecords(Buffer.alloc(32, 7), most)

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

function bytesUsed(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function takeMany(records: ReturnType<typeof createRecords>, address: string, count: number) {
  const neighborhood = records.neighborhoodOf(address)
  const taken = Array.from({ length: count }, () => records.take(neighborhood, true, minuteMs))
  return taken.filter(it => it).length
}

test('a hundred thousand neighborhoods take no memory of their own, and no room from each other', () => {
  const records = createRecords()
  const before = bytesUsed()
  let taken = 0
  // All reports that a node handles in a minute, at 20,000 a second.
  for (let nth = 0; nth < 100_000; nth++) taken += takeMany(records, addressOf(nth), 12)
  expect(taken).toBe(1_200_000)
  expect(takeMany(records, '203.0.113.1', unpaidPerMinute)).toBe(unpaidPerMinute)
  expect(takeMany(records, '203.0.113.2', 1)).toBe(0)
  // The memory that is used is the cache of the last 50,000 address blocks.
  expect(bytesUsed() - before).toBeLessThan(10_000_000)
})

test('an operator may give neighborhoods more room, and none so little that paid views are lost', () => {
  expect(takeMany(createRecords(2_000), '203.0.113.1', 3_000)).toBe(2_000)
  const read = (UNPAID_PER_MINUTE: number) =>
    readConfig({ ...environment, UNPAID_PER_MINUTE: String(UNPAID_PER_MINUTE) }).unpaidPerMinute
  expect(read(crowdInHour.viewsOfBlock)).toBe(crowdInHour.viewsOfBlock)
  expect(() => read(crowdInHour.viewsOfBlock - 1)).toThrow('UNPAID_PER_MINUTE')
})
