import { expect, test } from 'vitest'
import { makeUnit } from '../testing/inventory.ts'
import { pageHost, parseHosts, whyMisplaced } from './placement.ts'

test.each([
  ['https://blog.example', undefined, 'blog.example'],
  ['https://blog.example', 'https://other.example/', 'blog.example'],
  ['http://LOCALHOST:4000', undefined, 'localhost'],
  ['null', 'https://blog.example/page?x=1', 'blog.example'],
  ['null', undefined, null],
  [undefined, 'https://blog.example./page', 'blog.example'],
  [undefined, 'about:blank', null],
  [undefined, 'nonsense', null],
  [undefined, undefined, null]
])('Origin %s and Referer %s say that the page is on %s', (origin, referrer, host) => {
  expect(pageHost(origin, referrer)).toBe(host)
})

const rules = (blocked: string, allowsLoopback = false) => ({
  isBlockedHost: parseHosts(blocked),
  allowsLoopback
})

test.each([
  ['blog.example', 'blog.example', null],
  ['blog.example', 'shop.blog.example', null],
  ['blog.example', 'notblog.example', 'mismatched_site'],
  ['blog.example', 'blog.example.evil.example', 'mismatched_site'],
  ['blog.example', 'example', 'mismatched_site'],
  ['www.blog.example', 'blog.example', null],
  ['localhost:4000', 'localhost', null],
  ['blog.example', null, null],
  ['blog.example', 'bad.blog.example', 'blocked_referrer']
])('a unit of %s on a page of %s: %s', (domain, host, reason) => {
  const unit = makeUnit({
    site: { id: 1, domain, isVerified: true, language: 'en', words: new Set() }
  })
  expect(whyMisplaced(unit, host, rules('bad.blog.example'))).toBe(reason)
})

test('in development a page on the machine itself may try any unit', () => {
  const unit = makeUnit({
    site: { id: 1, domain: 'blog.example', isVerified: true, language: 'en', words: new Set() }
  })
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect(whyMisplaced(unit, host, rules('', true))).toBeNull()
    expect(whyMisplaced(unit, host, rules(''))).toBe('mismatched_site')
  }
  expect(whyMisplaced(unit, '127.0.0.1.evil.example', rules('', true))).toBe('mismatched_site')
})

test('a unit without a site may be anywhere but on blocked pages', () => {
  const unit = makeUnit({ kind: 'app', site: null })
  const blocking = rules('# nobody wants these\nCasino.example\nbücher.example\n')
  expect(whyMisplaced(unit, 'any.example', blocking)).toBeNull()
  expect(whyMisplaced(unit, 'www.casino.example', blocking)).toBe('blocked_referrer')
  expect(whyMisplaced(unit, 'xn--bcher-kva.example', blocking)).toBe('blocked_referrer')
})

test.each(['https://casino.example', 'casino.example/path', '*.example', 'a b'])(
  'names the line of a mistake: %s',
  line => expect(() => parseHosts(`casino.example\n${line}`)).toThrow('line 2 is not a host name')
)
