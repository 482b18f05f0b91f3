import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListener } from './listener.ts'

let app: TestApp
let server: Server
let isStopping = false
beforeAll(async () => {
  app = await createTestApp()
  server = createListener(app, null, () => isStopping)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await app.close()
})

/** Sends raw text and returns the status codes of all responses. */
async function statusesOf(text: string, isLast = true): Promise<string[]> {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  if (isLast) socket.end(text)
  else socket.write(text)
  let answered = ''
  for await (const bytes of socket) answered += bytes
  return [...answered.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(found => found[1] ?? '')
}

const target = '/api/v1/authenticity_token HTTP/1.1\r\nHost: a\r\n'

test.each([
  [
    'a length and chunks',
    `POST ${target}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
  ],
  ['two lengths', `POST ${target}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`],
  ['a length that is no number', `POST ${target}Content-Length: 4x\r\n\r\nabcd`],
  ['a header over two lines', `GET ${target}A: b\r\n c\r\n\r\n`],
  ['ends of lines that are half', 'GET /healthz HTTP/1.1\nHost: a\n\n'],
  ['a zero character', `GET ${target}A: b\0c\r\n\r\n`],
  ['a space before the colon', `POST ${target}Content-Length : 4\r\n\r\nabcd`],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n']
])('a message with %s has no certain end or place, and is refused', async (_name, text) => {
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
  expect(await statusesOf(text + smuggled)).toEqual(['400'])
})

test('what is sent after a message is the next one', async () => {
  const one = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
  expect(await statusesOf(one + one)).toEqual(['200', '200'])
})

test('the check of a load balancer, which may be HTTP/1.0 without a host, is answered', async () => {
  for (const path of ['/healthz', '/readyz'])
    expect(await statusesOf(`GET ${path} HTTP/1.0\r\n\r\n`, false)).toEqual(['200'])
})

test('an answer of a server that is stopping ends its connection', async () => {
  const one = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
  isStopping = true
  expect(await statusesOf(one + one, false)).toEqual(['200'])
  isStopping = false
})

test.each(['TRACE', 'PROPFIND', 'SEARCH'])('%s is not a supported method', async method => {
  for (const path of ['/healthz', '/api/v1/categories'])
    expect(await statusesOf(`${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)).toEqual(['405'])
})
