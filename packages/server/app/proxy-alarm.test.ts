import pino from 'pino'
import { expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { createProxyAlarm } from './proxy-alarm.ts'

const visitor = '198.51.100.200, 203.0.113.9'

test.each([
  ['a proxy on this machine that nobody told of', 0, '127.0.0.1', visitor, 1],
  ['one in another container', 0, '::ffff:172.18.0.2', visitor, 1],
  ['a header that a stranger made up', 0, '8.8.8.8', visitor, 0],
  ['no proxy', 0, '8.8.8.8', undefined, 0],
  ['one proxy more than is said', 1, '127.0.0.1', '198.51.100.200, 10.0.0.7', 1],
  ['as many proxies as are said', 2, '127.0.0.1', visitor, 0],
  ['fewer proxies than are said', 2, '127.0.0.1', '203.0.113.9', 1],
  ['a call in process', 1, undefined, undefined, 0]
])('%s, with TRUSTED_PROXIES=%d', (_, trustedProxies, socket, forwardedFor, said) => {
  const lines: string[] = []
  const config = { mode: 'production', trustedProxies } as Config
  const alarm = createProxyAlarm({
    config,
    log: pino({}, { write: line => void lines.push(line) })
  })
  alarm(socket, forwardedFor)
  alarm(socket, forwardedFor)
  expect(lines).toHaveLength(said)
})
