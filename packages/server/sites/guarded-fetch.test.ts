import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'

let origin = ''
let port = 0
let requests: http.IncomingMessage[] = []

const server = http.createServer((request, response) => {
  requests.push(request)
  const url = new URL(request.url ?? '/', 'http://test')
  if (url.pathname === '/to')
    response.writeHead(302, { location: url.searchParams.get('where') ?? '' }).end()
  else if (url.pathname.startsWith('/hop/')) {
    const left = Number(url.pathname.slice(5))
    if (left === 0) response.end('arrived')
    else response.writeHead(301, { location: `/hop/${left - 1}` }).end()
  } else if (url.pathname === '/slow') setTimeout(() => response.end('late'), 3_000).unref()
  else if (url.pathname === '/drip') {
    response.writeHead(200).write('a')
  } else if (url.pathname === '/endless') {
    const chunk = Buffer.alloc(65_536, 'x')
    const send = () => {
      while (response.write(chunk)) if (response.destroyed) return
      response.once('drain', send)
    }
    send()
  } else if (url.pathname === '/missing') response.writeHead(404).end('no')
  else response.end('hello')
})

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const userAgent = 'test'
/** These options are the ones used in production. */
const guarded = { allowPrivateHosts: false, userAgent }
const open = { allowPrivateHosts: true, userAgent }

describe('refuses what only this machine can reach', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'https://127.0.0.1/',
    'http://①②⑦.0.0.1/'
  ])('%s', async address => {
    requests = []
    expect(await guardedFetch(address, guarded)).toEqual({
      ok: false,
      cause: 'blocked_address',
      reason: 'leads to an address that is not public'
    })
    expect(requests).toEqual([])
  })

  test.each([
    ['one private address', ['127.0.0.1']],
    ['a private address among public ones', ['8.8.8.8', '10.0.0.1']],
    ['a mapped address', ['::ffff:127.0.0.1']]
  ])('a name with %s', async (_name, addresses) => {
    const resolve = vi.fn(async () => addresses)
    expect(await guardedFetch('http://rebind.example/', { ...guarded, resolve })).toEqual({
      ok: false,
      cause: 'blocked_address',
      reason: 'leads to an address that is not public'
    })
    expect(resolve).toHaveBeenCalledExactlyOnceWith('rebind.example')
  })

  test('ports of other services', async () => {
    const resolve = async () => ['8.8.8.8']
    for (const address of [
      'http://example.com:22/',
      'http://example.com:5432/',
      'https://example.com:8443/'
    ]) {
      expect(await guardedFetch(address, { ...guarded, resolve })).toMatchObject({
        ok: false,
        cause: 'blocked_address',
        reason: expect.stringContaining('port')
      })
    }
  })

  test('a redirect to a protocol that is none of the web', async () => {
    for (const where of ['file:///etc/passwd', 'gopher://127.0.0.1/', 'javascript:1']) {
      const answer = await guardedFetch(`${origin}/to?where=${encodeURIComponent(where)}`, open)
      expect(answer).toMatchObject({
        ok: false,
        cause: 'blocked_address',
        reason: expect.stringContaining('leads to')
      })
    }
  })
})

describe('goes to the address that was checked', () => {
  test('with the name in the request', async () => {
    requests = []
    const resolve = vi.fn(async () => ['127.0.0.1'])
    const page = await guardedFetch(`http://site.example:${port}/page?a=1`, { ...open, resolve })
    expect(page).toEqual({
      ok: true,
      value: expect.objectContaining({ status: 200, text: 'hello' })
    })
    expect(requests[0]?.headers).toMatchObject({
      host: `site.example:${port}`,
      'user-agent': 'test'
    })
    expect(requests[0]?.url).toBe('/page?a=1')
    // The name is resolved only once, so no second answer can differ.
    expect(resolve).toHaveBeenCalledOnce()
  })

  test('and checks each redirect again', async () => {
    // The first name resolves to a local address that the test's guard treats as public.
    const resolve = vi.fn(async (hostname: string) =>
      hostname === 'first.example' ? ['127.0.0.1'] : ['10.0.0.1']
    )
    const asked: string[] = []
    const answer = await guardedFetch(
      `http://first.example:${port}/to?where=http://second.example:${port}/`,
      {
        ...open,
        resolve: async hostname => {
          asked.push(hostname)
          if (hostname === 'second.example')
            throw Object.assign(new Error('stopped'), { code: 'ENOTFOUND' })
          return resolve(hostname)
        }
      }
    )
    expect(asked).toEqual(['first.example', 'second.example'])
    expect(answer).toEqual({ ok: false, cause: 'unreachable', reason: 'has no address' })
  })
})

describe('limits', () => {
  test('three redirects, not four', async () => {
    expect(await guardedFetch(`${origin}/hop/3`, open)).toEqual({
      ok: true,
      value: expect.objectContaining({ status: 200, text: 'arrived' })
    })
    expect(await guardedFetch(`${origin}/hop/4`, open)).toEqual({
      ok: false,
      cause: 'unreachable',
      reason: 'redirects more than 3 times'
    })
  })

  test('a megabyte of an endless page', async () => {
    const page = await guardedFetch(`${origin}/endless`, open)
    expect(page.ok && page.value.text.length).toBe(1_000_000)
  })

  test('the time, before the answer, in the middle of it, and for the name', async () => {
    const late = { ok: false, cause: 'unreachable', reason: 'did not respond within 0.2 seconds' }
    const short = { ...open, timeoutMs: 200 }
    expect(await guardedFetch(`${origin}/slow`, short)).toEqual(late)
    expect(await guardedFetch(`${origin}/drip`, short)).toEqual(late)
    expect(
      await guardedFetch('http://slow.example/', { ...short, resolve: () => new Promise(() => {}) })
    ).toEqual(late)
  })
})

test('says why a server cannot be reached', async () => {
  const closed = http.createServer()
  await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve))
  const { port: free } = closed.address() as AddressInfo
  await new Promise(resolve => closed.close(resolve))
  expect(await guardedFetch(`http://127.0.0.1:${free}/`, open)).toEqual({
    ok: false,
    cause: 'unreachable',
    reason: 'refuses connections'
  })
  const nowhere = { ...guarded, resolve: async () => [] }
  expect(await guardedFetch('http://nowhere.example/', nowhere)).toEqual({
    ok: false,
    cause: 'unreachable',
    reason: 'has no address'
  })
  expect(await guardedFetch(`https://127.0.0.1:${port}/`, open)).toMatchObject({ ok: false })
})

test('a page that is not there has its status', async () => {
  expect(await guardedFetch(`${origin}/missing`, open)).toEqual({
    ok: true,
    value: expect.objectContaining({ status: 404, text: 'no' })
  })
})

test('refuses what is not encrypted where only https is wanted', async () => {
  const refused = {
    ok: false,
    cause: 'blocked_address',
    reason: 'leads to an address without https'
  }
  requests = []
  expect(await guardedFetch(`${origin}/`, { ...open, isHttpsOnly: true })).toEqual(refused)
  expect(requests).toEqual([])
})

test('reads only as much of a body as is wanted', async () => {
  const page = await guardedFetch(`${origin}/endless`, { ...open, maxBytes: 1_000 })
  expect(page.ok && page.value.text).toHaveLength(1_000)
})
