import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { type ClientOptions, createApi } from './client.ts'
import { csrfStorageKey } from './constants.ts'
import { createMemoryStorage } from './csrf.ts'
import { createKyTransport, type Transport } from './transport.ts'

type Seen = { method: string; path: string; token: string | null; key: string | null }

/** Creates a fake server behind the transport that issues authenticity tokens and accepts only the newest. */
function createFakeServer(answer: (call: Seen) => Response | Promise<Response>) {
  let tokens = 0
  const seen: Seen[] = []
  const state = { tokenStatus: 201, isStale: (token: string | null) => token === 'stale' }
  const transport: Transport = async (path, init) => {
    const headers = new Headers(init.headers)
    if (path === '/api/v1/authenticity_token') {
      tokens++
      if (state.tokenStatus === -1) throw new TypeError('no network')
      const base64 = `token-${tokens}`
      return Response.json({ data: { attributes: { base64 } } }, { status: state.tokenStatus })
    }
    const call = {
      method: init.method ?? 'GET',
      path,
      token: headers.get('x-csrf-token'),
      key: headers.get('idempotency-key')
    }
    seen.push(call)
    if (call.method !== 'GET' && state.isStale(call.token)) return error(401, 'csrf_token_invalid')
    return answer(call)
  }
  return { transport, seen, state, tokens: () => tokens }
}

function error(status: number, code: string) {
  const detail = `${code}.`
  return Response.json(
    { errors: [{ status: String(status), code, title: code, detail }] },
    { status }
  )
}

const created = () => Response.json({ data: {} }, { status: 201 })
const site = { page_url: 'https://one.example' }

function start(
  answer: (call: Seen) => Response | Promise<Response> = created,
  options: Partial<ClientOptions> = {}
) {
  const server = createFakeServer(answer)
  const storage = createMemoryStorage()
  const api = createApi({ transport: server.transport, storage, ...options })
  return { ...server, storage, api }
}

test('a token is fetched before the first write, kept under csrfToken and sent again', async () => {
  const { api, seen, storage, tokens } = start()
  await api.sites.createSite(site)
  await api.sites.createSite(site)
  expect(seen.map(it => it.token)).toEqual(['token-1', 'token-1'])
  expect(storage.getItem('csrfToken')).toBe('token-1')
  expect(tokens()).toBe(1)
})

test('signing in names the audience of its session, and nothing else does', async () => {
  const audiences: (string | null)[] = []
  const { tokens: _, ...server } = createFakeServer(() => Response.json({ data: {}, meta: {} }))
  const api = createApi({
    storage: createMemoryStorage(),
    transport(path, init) {
      audiences.push(new Headers(init.headers).get('JWT-AUD'))
      return server.transport(path, init)
    }
  })
  await api.accounts.signIn({ access_code: 'CODE' })
  await api.accounts.requestAccessCode({ email: 'ada@example.com' })
  expect(audiences.filter(it => it !== null)).toEqual(['users'])
})

test('reads carry no token and fetch none', async () => {
  const { api, seen, tokens } = start(() => Response.json({ data: [] }))
  await api.referenceData.listCategories()
  expect(seen[0]?.token).toBe(null)
  expect(tokens()).toBe(0)
})

test.each(['null', ''])('a stored %j counts as absent', async stored => {
  const { api, seen, storage } = start()
  storage.setItem(csrfStorageKey, stored)
  await api.sites.createSite(site)
  expect(seen[0]?.token).toBe('token-1')
})

test('the stored token is cleared before another is fetched', async () => {
  const { api, storage, state } = start()
  storage.setItem(csrfStorageKey, 'stale')
  state.tokenStatus = 500
  await api.sites.createSite(site)
  expect(storage.getItem(csrfStorageKey)).toBe(null)
})

test('of 50 concurrent first writes one fetches the token and all wait for it', async () => {
  const { api, seen, tokens } = start()
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.sites.createSite(site)))
  expect(answers.every(it => it.ok)).toBe(true)
  expect(tokens()).toBe(1)
  expect(new Set(seen.map(it => it.token))).toEqual(new Set(['token-1']))
})

test('of 50 concurrent writes with a stale token one fetches the next', async () => {
  const { api, storage, tokens, seen } = start()
  storage.setItem(csrfStorageKey, 'stale')
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.sites.createSite(site)))
  expect(answers.every(it => it.ok)).toBe(true)
  expect(tokens()).toBe(1)
  expect(seen).toHaveLength(100)
})

test('a write that gets 401 is repeated once, with a fresh token and the key of the first', async () => {
  const { api, seen, storage, tokens } = start()
  storage.setItem(csrfStorageKey, 'stale')
  expect(await api.campaigns.fundCampaign({ id: '1', amount: '5' })).toMatchObject({ ok: true })
  expect(seen.map(it => it.token)).toEqual(['stale', 'token-1'])
  expect(seen[0]?.key).toMatch(/^[\w-]{36}$/)
  expect(seen[1]?.key).toBe(seen[0]?.key)
  expect(tokens()).toBe(1)
})

test('a second 401 is the end of it', async () => {
  const failures: number[] = []
  const { api, seen } = start(() => error(401, 'not_authenticated'), {
    onFailure: it => failures.push(it.status)
  })
  expect(await api.sites.createSite(site)).toMatchObject({ ok: false, status: 401 })
  expect(seen).toHaveLength(2)
  expect(failures).toEqual([401])
})

test('without retry the first 401 is the end of it', async () => {
  const { api, seen } = start(() => error(401, 'not_authenticated'))
  expect(await api.sites.createSite(site, { retry: false })).toMatchObject({ status: 401 })
  expect(seen).toHaveLength(1)
})

test.each([
  [500, 500],
  [-1, -1]
])('where the token call ends with %i, so does the write', async (status, expected) => {
  const { api, state, seen } = start()
  state.tokenStatus = status
  expect(await api.sites.createSite(site)).toMatchObject({ ok: false, status: expected })
  expect(seen).toEqual([])
})

test.each([
  [200, false],
  [201, true],
  [204, true],
  [202, false]
])('only accepted statuses are success: the payment model with %i', async (status, isOk) => {
  const { api } = start(() => new Response(status === 204 ? null : '{}', { status }))
  const model = { currency: 'btc', traffic_type: 'cpd', daily_budget: '1' } as const
  const rest = { max_cpm: null, total_budget: null }
  const result = await api.campaigns.updatePaymentModel({ id: '1', ...model, ...rest })
  expect(result.ok).toBe(isOk)
})

test('no network is a failure with status −1', async () => {
  const transport: Transport = () => Promise.reject(new TypeError('no network'))
  expect(await createApi({ transport }).referenceData.listCategories()).toEqual({
    ok: false,
    status: -1,
    code: 'unreachable',
    errors: []
  })
})

test.each([
  ['a page', '<!doctype html>Welcome'],
  ['nothing', '']
])('where %s comes in place of the answer, the server was reached', async (_, body) => {
  const { api } = start(
    ({ method }) => new Response(body, { status: method === 'GET' ? 200 : 201 })
  )
  const failure = { ok: false, code: 'unreadable', errors: [] }
  expect(await api.referenceData.listCategories()).toEqual({ ...failure, status: 200 })
  expect(await api.sites.createSite(site)).toEqual({ ...failure, status: 201 })
})

test('a page in place of the authenticity token is not a lost connection', async () => {
  const transport: Transport = async () => new Response('<!doctype html>', { status: 201 })
  expect(await createApi({ transport }).sites.createSite(site)).toMatchObject({
    status: 201,
    code: 'unreadable'
  })
})

test('an answer that breaks off on the way is a lost connection', async () => {
  const body = new ReadableStream({
    start: controller => controller.error(new TypeError('terminated'))
  })
  const { api } = start(() => new Response(body))
  expect(await api.referenceData.listCategories()).toMatchObject({
    status: -1,
    code: 'unreachable'
  })
})

test('an answer that is not a document has no errors, and its status', async () => {
  const { api } = start(() => new Response('<html>', { status: 502 }))
  expect(await api.referenceData.listCategories()).toMatchObject({ status: 502, errors: [] })
})

test('who aborts hears of the abort, and nothing else happens', async () => {
  const failures: unknown[] = []
  const { api } = start(created, { onFailure: it => failures.push(it) })
  const own = new AbortController()
  own.abort(new Error('not wanted any more'))
  const aborted = api.sites.createSite(site, { signal: own.signal })
  await expect(aborted).rejects.toThrow('not wanted any more')
  expect(failures).toEqual([])
})

test('with a bearer token no write asks for another', async () => {
  const { api, seen, tokens } = start(created, { bearer: 'mille_key' })
  expect((await api.sites.createSite(site)).ok).toBe(true)
  expect(seen[0]?.token).toBe(null)
  expect(tokens()).toBe(0)
})

test('reports a server that does not answer in time as unreachable', async () => {
  const silent = http.createServer(() => {})
  await new Promise<void>(done => silent.listen(0, '127.0.0.1', done))
  const { port } = silent.address() as AddressInfo
  const transport = createKyTransport(`http://127.0.0.1:${port}`, 50)
  expect(await createApi({ transport }).referenceData.listCategories()).toMatchObject({
    status: -1
  })
  silent.closeAllConnections()
  silent.close()
})

const suggestion = { title: 'Show the fee', description: '' }

test.each([-1, 401, 429, 500, 503])(
  'after %i the same wish goes under the same key, until it is done',
  async status => {
    const answers = [status, 201, 201]
    const { api, seen } = start(() => {
      const answer = answers.shift() ?? 201
      if (answer === -1) throw new TypeError('no network')
      return answer < 400 ? created() : error(answer, 'internal')
    })
    for (let press = 0; press < 3; press++)
      await api.support.createSuggestion(suggestion, { retry: false })
    const [first, second, third] = seen.map(it => it.key)
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  }
)

test('other words have another key, and so has the same for something else', async () => {
  const { api, seen } = start(() => error(503, 'unavailable'))
  await api.support.createSuggestion(suggestion)
  await api.support.createSuggestion({ ...suggestion, description: 'In dollars too' })
  await api.marketplace.sendOrderMessage({ id: '1', body: 'When?' })
  await api.marketplace.sendOrderMessage({ id: '2', body: 'When?' })
  await api.marketplace.sendOrderMessage({ id: '1', body: 'When?' })
  const keys = seen.map(it => it.key)
  expect(new Set(keys).size).toBe(4)
  expect(keys[4]).toBe(keys[2])
})

test('another proof of work makes it no other wish, and a call that needs no key has none', async () => {
  const { api, seen } = start(() => error(503, 'unavailable'))
  await api.accounts.requestAccessCode({ email: 'ada@example.com' })
  await api.accounts.requestAccessCode({ email: 'ada@example.com', captcha: 'a proof' })
  await api.sites.createSite(site)
  const keys = seen.map(it => it.key)
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).toBeNull()
})

test('two calls at once are two wishes', async () => {
  const { api, seen } = start()
  await Promise.all([
    api.support.createSuggestion(suggestion),
    api.support.createSuggestion(suggestion)
  ])
  expect(new Set(seen.map(it => it.key)).size).toBe(2)
})

test('calls are made on pages without TLS, whose browsers have no randomUUID', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  try {
    const server = createFakeServer(() => Response.json({ data: [] }))
    const api = createApi({ transport: server.transport })
    expect((await api.campaigns.listCampaigns()).ok).toBe(true)
  } finally {
    vi.unstubAllGlobals()
  }
})
