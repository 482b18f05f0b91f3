import { expect, test } from 'vitest'
import { createPartitioner } from './partition.ts'

const secret = Buffer.alloc(32, 1)
const browsers = ['Firefox', 'Chrome', 'Safari', 'Edge']
const addresses = Array.from({ length: 4000 }, (_, index) => `198.${index % 40}.${index % 100}.7`)

test('a neighborhood has one partition for all its visitors, on every node and every day', () => {
  const [one, other] = [createPartitioner(secret, 16), createPartitioner(Buffer.from(secret), 16)]
  for (const userAgent of browsers) {
    expect(one('203.0.113.7', userAgent)).toBe(other('203.0.113.250', ''))
    expect(one('2001:db8:1:ffff::1', userAgent)).toBe(other('2001:db8:1::2', ''))
    expect(one('::ffff:203.0.113.9', userAgent)).toBe(other('203.0.113.7', ''))
  }
})

test.each([1, 4, 8, 16])('spreads neighborhoods over %i partitions', partitions => {
  const partitionOf = createPartitioner(secret, partitions)
  const blocks = Array.from({ length: 16_000 }, (_, index) => `198.${index >> 8}.${index & 255}.1`)
  const counts = Array.from({ length: partitions }, () => 0)
  for (const address of blocks) {
    const partition = partitionOf(address, '')
    counts[partition] = (counts[partition] ?? 0) + 1
  }
  const even = blocks.length / partitions
  for (const count of counts) expect(Math.abs(count / even - 1)).toBeLessThan(0.2)
})

test('behind an undeclared proxy, where all visitors have one address, the browser decides', () => {
  const partitionOf = createPartitioner(secret, 16)
  const found = Array.from({ length: 100 }, (_, index) => partitionOf('10.0.0.2', `${index}`))
  expect(new Set(found).size).toBeGreaterThan(8)
  expect(partitionOf('10.0.0.2', 'Firefox')).toBe(partitionOf('10.0.0.9', 'Firefox'))
})

test('depends on the secret, so that outsiders cannot compute where an address goes', () => {
  const [one, other] = [createPartitioner(secret, 16), createPartitioner(Buffer.alloc(32, 2), 16)]
  const same = addresses.filter(address => one(address, '') === other(address, ''))
  expect(same.length / addresses.length).toBeLessThan(0.2)
})

test.each([0, -1, 1.5, 257])('there are no %d partitions', partitions => {
  expect(() => createPartitioner(secret, partitions)).toThrow(RangeError)
})
