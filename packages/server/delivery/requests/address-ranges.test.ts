import { readFileSync } from 'node:fs'
import { BlockList, isIPv4 } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAddressRanges } from './address-ranges.ts'

test.each([
  ['192.0.2.0/24', '192.0.2.255', true],
  ['192.0.2.0/24', '192.0.3.0', false],
  ['192.0.2.0/24', '192.0.1.255', false],
  ['192.0.2.0/24', '::ffff:192.0.2.7', true],
  ['192.0.2.0/24', '::ffff:c000:207', true],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['0.0.0.0/0', '255.255.255.255', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::', false],
  ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', true],
  ['2001:db8::/32', 'fe80::1%eth0', false],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['::/0', '192.0.2.1', true],
  ['192.0.2.0/24', 'not an address', false]
])('%s and %s', (range, address, isIncluded) => {
  expect(parseAddressRanges(range).includes(address)).toBe(isIncluded)
})

test('reads comments, empty lines and ranges that overlap or touch', () => {
  const ranges = parseAddressRanges(
    '\uFEFF# all of them\r\n\n10.0.0.0/8 # one\n10.1.0.0/16\n11.0.0.0/8\n'
  )
  expect(ranges.size).toBe(1)
  expect(ranges.includes('10.200.0.1')).toBe(true)
  expect(parseAddressRanges('').includes('10.0.0.1')).toBe(false)
})

test.each([
  '10.0.0.0/33',
  '10.0.0.1/8',
  '10.0.0/8',
  '2001:db8::/129',
  '10.0.0.0/8/8',
  'example.com',
  '10.0.0.0/'
])('names the line of a mistake: %s', line => {
  expect(() => parseAddressRanges(`# list\n${line}`)).toThrow(
    `line 2 is not a range of addresses: ${line}`
  )
})

test('agrees with the system on any list and address', () => {
  const range = fc.oneof(
    fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })),
    fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 }))
  )
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20 }), fc.ipV4(), fc.ipV6(), (ranges, v4, v6) => {
      const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
      const lines = ranges.flatMap(([address, prefix]) => {
        const line = `${address}/${prefix}`
        try {
          parseAddressRanges(line)
        } catch {
          return []
        }
        const family = isIPv4(address) ? 'ipv4' : 'ipv6'
        lists[family].addSubnet(address, prefix, family)
        return [line]
      })
      const ours = parseAddressRanges(lines.join('\n'))
      // An IPv6 range that contains all IPv4-mapped addresses also contains every IPv4 address.
      const isIn4 = lists.ipv4.check(v4) || lists.ipv6.check(`::ffff:${v4}`, 'ipv6')
      return ours.includes(v4) === isIn4 && ours.includes(v6) === lists.ipv6.check(v6, 'ipv6')
    })
  )
})

test('finds an address among 100,000 ranges in microseconds', () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => {
    const [high, low] = [index >> 8, index & 255]
    return `${1 + (high >> 8)}.${high & 255}.${low}.0/25`
  })
  const ranges = parseAddressRanges(lines.join('\n'))
  expect(ranges.size).toBe(100_000)
  const addresses = Array.from({ length: 1000 }, (_, index) => `1.${index & 255}.${index >> 2}.7`)
  for (const address of addresses) ranges.includes(address)
  const started = performance.now()
  for (let round = 0; round < 20; round++) for (const address of addresses) ranges.includes(address)
  const micros = ((performance.now() - started) * 1000) / 20_000
  expect(micros).toBeLessThan(50)
})

test('the list that comes with Mille can be read, and has no addresses of ordinary visitors', () => {
  const text = readFileSync(new URL('./data-centres.txt', import.meta.url), 'utf8')
  const ranges = parseAddressRanges(text)
  for (const address of ['3.5.1.1', '35.190.1.1', '20.50.1.1', '116.203.1.1', '2a01:4f8::1'])
    expect(ranges.includes(address), address).toBe(true)
  // Documentation ranges, private networks, and large providers of home and mobile connections in four countries.
  for (const address of [
    '203.0.113.7',
    '192.168.1.1',
    '127.0.0.1',
    '73.1.1.1',
    '79.192.1.1',
    '86.128.1.1',
    '126.1.1.1'
  ])
    expect(ranges.includes(address), address).toBe(false)
})
