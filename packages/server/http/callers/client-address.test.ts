import { expect, test } from 'vitest'
import { addressBlock, connectionAddress, readClientAddress } from './client-address.ts'

test('believes as many proxies as it is told to', () => {
  expect(readClientAddress('10.0.0.1', '6.6.6.6, 203.0.113.9', 0)).toBe('10.0.0.1')
  expect(readClientAddress('10.0.0.1', '6.6.6.6, 203.0.113.9', 1)).toBe('203.0.113.9')
  expect(readClientAddress('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2', 2)).toBe('203.0.113.9')
  expect(readClientAddress('10.0.0.1', undefined, 1)).toBe('10.0.0.1')
})

test('a block is /24 of IPv4 and /48 of IPv6', () => {
  expect(addressBlock('203.0.113.9')).toBe('203.0.113')
  expect(addressBlock('::ffff:203.0.113.9')).toBe('203.0.113')
  expect(addressBlock('::ffff:cb00:7109')).toBe('203.0.113')
  expect(addressBlock('2001:0db8:0001:2::9')).toBe('2001:db8:1')
  expect(addressBlock('2001:db8:1::')).toBe('2001:db8:1')
  expect(addressBlock('::1')).toBe('0:0:0')
})

test('a connection has an IPv4 address and a /64 of IPv6, however they are written', () => {
  expect(connectionAddress('203.0.113.9')).toBe('203.0.113.9')
  expect(connectionAddress('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(connectionAddress('::ffff:cb00:7109')).toBe('203.0.113.9')
  expect(connectionAddress('2001:0db8:0001:2::9')).toBe('2001:db8:1:2')
  expect(connectionAddress('2001:db8:1::')).toBe('2001:db8:1:0')
})
