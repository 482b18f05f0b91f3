import { expect, test } from 'vitest'
import { isPublicAddress, isPublicHost } from './public-address.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2606:4700::1111%1',
  'localhost',
  ''
])('%s is not public', address => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '172.15.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001::8',
  '2001:4860:4860::8888'
])('%s is public', address => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['https://a.example/', true],
  ['https://localhost.example/', true],
  ['https://8.8.8.8/', true],
  ['http://localhost:3000/', false],
  ['http://localhost./', false],
  ['http://ads.localhost/', false],
  ['http://printer.local/', false],
  ['http://2130706433/', false],
  ['http://[::1]/', false]
])('the host of %s can be public: %s', (address, isPublic) => {
  expect(isPublicHost(new URL(address))).toBe(isPublic)
})
