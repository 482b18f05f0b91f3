import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openApiDocument } from '@mille/server/http/documents/openapi.ts'
import type { Served } from '@mille/server/http/serve.ts'
import { createActiveCampaign } from '@mille/testing/campaigns.ts'
import { operationsOf } from '@mille/testing/contract/fuzz.ts'
import { createStranger } from '@mille/testing/contract/stranger.ts'
import { type ContractWorld, createContractWorld } from '@mille/testing/contract/world.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Flood, FloodCounts } from './flood-worker.ts'
import { costliest, type HeavyRequest, requestsOf, type Session } from './heavy-requests.ts'

/*
 * One caller floods the API calls, each with the most expensive request that the call accepts, over twenty connections,
 * while others request ads. `npm test` floods a part of the calls, `npm run prove` all of them, and MILLE_FLOOD selects
 * some by name.
 */

const isProof = process.env.MILLE_PROOF === 'full'
const named = process.env.MILLE_FLOOD
const every = isProof || named ? 1 : 40
const floodMs = isProof ? 3_000 : 1_000
/** Maximum p99 latency of ads, in milliseconds. Next to other tests, the machine is slow for all requests. */
const longestMs = isProof ? 50 : 500
const connections = 20
/** Number of attempts: a call is slow only if it was slow in each attempt. */
const maxAttempts = 3
const hourMs = 3_600_000

let world: ContractWorld
let server: ServerProcess
let unit: string
beforeAll(async () => {
  const secret = randomBytes(32)
  world = await createContractWorld({ secret })
  const { app, owner, admin } = world
  await createActiveCampaign(app.context, owner, admin, 10_000_000n)
  unit = world.ids.target_id ?? ''
  const { host, port, database } = app.context.connection
  server = await startServerProcess({
    DATABASE_URL: `postgres://mille@/${database}?host=${host}&port=${port}`,
    SECRET: secret.toString('hex'),
    ALLOWED_ORIGINS: 'https://partner.example',
    TRUSTED_PROXIES: '1',
    // The limit per minute would refuse all later calls.
    CALLS_PER_MINUTE: '1000000000',
    // Months of one-day windows are settled faster than months of one-hour windows.
    SETTLEMENT_WINDOW_SECONDS: '86400',
    LOG_LEVEL: 'silent'
  })
  // Waits until the months of the test's data are settled: settling them would otherwise be taken for the cost of a
  // call.
  await vi.waitUntil(async () => (await settledUntil()) > Date.now() - 25 * hourMs, 90_000)
}, 180_000)
afterAll(async () => {
  await server?.dispose()
  await world.app.close()
})

test('ads come in time while one caller floods any call of the API', async () => {
  const document = JSON.parse(
    JSON.stringify(openApiDocument(world.app.served, { publicUrl: server.url, name: 'Mille' }))
  )
  const ends = new Set(
    operationsOf(document)
      .filter(it => !it.isStream)
      .map(it => `${it.method} ${it.path}`)
  )
  // Streams, which never end, are left out: their number is limited instead.
  const calls = world.app.served.filter(it => ends.has(callOf(it)))
  expect(calls.length).toBeGreaterThan(100)
  expect(await askForAds(20)).toHaveLength(20)
  const slow: string[] = []
  for (const [index, one] of calls.entries()) {
    if (index % every !== 0 || !callOf(one).includes(named ?? '')) continue
    const heaviest = await costliest(server, requestsOf(one, world, server, await sessionFor(one)))
    // A single slow attempt may be caused by another test.
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const flood = startFlood(heaviest)
      // Waits until the connection pool, the queue and the limits are full.
      await sleep(200)
      const waits = await askForAds(floodMs / 25)
      const counts = await flood.stop()
      const p99 = waits.sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? 0
      const line = `${callOf(one)}: ${heaviest.costMs.toFixed(1)} ms a request, ads p99 ${p99.toFixed(1)} ms, ${JSON.stringify(counts)}`
      if (isProof || named) process.stdout.write(`flood: ${line}\n`)
      if (p99 <= longestMs) break
      if (attempt === maxAttempts) slow.push(line)
    }
  }
  expect(slow).toEqual([])
}, 3_600_000)

async function settledUntil(): Promise<number> {
  const { db } = world.app.context
  const row = await db.selectFrom('settlement_progress').select('settled_until').executeTakeFirst()
  return row?.settled_until.getTime() ?? 0
}

const callOf = ({ endpoint }: Served) => `${endpoint.method} ${endpoint.path}`

/**
 * Returns a session of the operator for calls of operators, or else of an account. Creates a new session if a call has
 * ended the previous one.
 */
const sessions = new Map<string, Session>()
async function sessionFor({ endpoint }: Served): Promise<Session> {
  const { admin, owner } = world
  const { accessCode } = endpoint.path.startsWith('/api/v1/admin/') ? admin : owner
  const known = sessions.get(accessCode)
  const isGood =
    known &&
    (await fetch(`${server.url}/api/v1/current_user`, { headers: { Cookie: known.cookie } })).ok
  if (isGood) return known
  const browser = createStranger(server.url)
  const attributes = { access_code: accessCode }
  const signedIn = await browser.write('POST', '/api/v1/user/sign_in', {
    data: { type: 'users', attributes }
  })
  expect(signedIn.status).toBe(200)
  const cookie = signedIn.headers
    .getSetCookie()
    .map(it => it.split(';')[0])
    .join('; ')
  const answer = await fetch(`${server.url}/api/v1/authenticity_token`, {
    method: 'POST',
    headers: { Cookie: cookie }
  })
  const more = answer.headers.getSetCookie().map(it => it.split(';')[0])
  const { data } = (await answer.json()) as { data: { attributes: { base64: string } } }
  const session = { cookie: [cookie, ...more].join('; '), token: data.attributes.base64 }
  sessions.set(accessCode, session)
  return session
}

/** Returns how long each of `count` ads took, in milliseconds: one every 25 ms, each for a new visitor. */
async function askForAds(count: number): Promise<number[]> {
  const asked: Promise<number>[] = []
  for (let nth = 0; nth < count; nth++) {
    asked.push(askForAd(`198.51.${nth >> 8}.${nth & 255}`))
    await sleep(25)
  }
  return Promise.all(asked)
}

async function askForAd(address: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${server.url}/serve/units/${unit}`, {
    headers: { 'X-Forwarded-For': address }
  })
  await response.arrayBuffer()
  expect(response.status).toBe(200)
  return performance.now() - started
}

/** Floods from another thread, so that the ad requests do not wait for the flood. */
function startFlood({ url, method, headers, body }: HeavyRequest) {
  const workerData: Flood = { url, method, headers, body, connections }
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData })
  const ended = new Promise<FloodCounts>((done, failed) => {
    worker.once('message', done)
    worker.once('error', failed)
  })
  return {
    stop() {
      worker.postMessage('stop')
      return ended
    }
  }
}
