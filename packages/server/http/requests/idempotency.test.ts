import { makeCall } from '@mille/testing/contract/request.ts'
import { bodyOf, openRepeatedWorld, type RepeatedWorld } from '@mille/testing/repeated/scenario.ts'
import { repeatedScenarios } from '@mille/testing/repeated/scenarios.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

const copies = 20

let world: RepeatedWorld
beforeAll(async () => {
  world = await openRepeatedWorld()
})
afterAll(() => world.app.close())

/** Calls that create something or move money, and calls that change a state permanently. */
test('every call that honours a key is tried, and no other', () => {
  const calls = world.app.served
    .filter(({ endpoint }) => endpoint.idempotency)
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  const tried = Object.keys(repeatedScenarios)
  expect(
    calls.filter(call => !tried.includes(call)),
    'packages/testing/repeated'
  ).toEqual([])
  expect(tried.filter(call => !calls.includes(call))).toEqual([])
})

/** Prepares a scenario and returns a function that sends its request with an idempotency key. */
async function begin(name: string) {
  await sql`delete from rate_limits`.execute(world.app.context.db)
  const endpoint = world.app.served.find(
    it => `${it.endpoint.method} ${it.endpoint.path}` === name
  )?.endpoint
  const scenario = await repeatedScenarios[name]?.(world)
  if (!endpoint || !scenario) throw new Error(`${name} is not served`)
  const send = (attributes = scenario.attributes, key: string | null = 'one') =>
    makeCall(
      world.app,
      { browser: scenario.by },
      endpoint,
      scenario.path,
      bodyOf(endpoint, attributes),
      key === null ? {} : { 'Idempotency-Key': key + scenario.path }
    )
  // The browser must have its cookie and its token before the copies of the request are sent.
  await scenario.by.api.accounts.createAuthenticityToken()
  return { endpoint, scenario, send }
}

test.each(Object.keys(repeatedScenarios))(
  '%s: copies that arrive together have one effect, and one answer',
  async name => {
    const { endpoint, scenario, send } = await begin(name)
    const answers = await Promise.all(Array.from({ length: copies }, () => send()))
    const texts = new Set(await Promise.all(answers.map(it => it.text())))
    expect(texts, [...texts].join('\n')).toHaveLength(1)
    for (const { status } of answers) expect(endpoint.statuses, [...texts].join()).toContain(status)
    expect(await scenario.effects()).toBe(1)
    if (!scenario.other) return
    const other = await send(scenario.other)
    expect([other.status, await other.text()]).toEqual([
      409,
      expect.stringContaining('idempotency_key_reused')
    ])
    expect(await scenario.effects()).toBe(1)
  }
)

test('a call that may come without a key is done each time, and one that may not is refused', async () => {
  const optional = await begin('POST /api/v1/suggestions')
  for (let time = 0; time < 2; time++)
    expect((await optional.send(undefined, null)).status).toBe(201)
  expect(await optional.scenario.effects()).toBe(2)
  const malformed = await optional.send(undefined, 'a key ')
  expect(malformed.status).toBe(400)
})

test('what is shown once lies nowhere in the database, and its key opens it again', async () => {
  const { scenario, send } = await begin('POST /api/v1/api_keys')
  const first = await (await send()).text()
  const { token } = (JSON.parse(first) as { meta: { token: string } }).meta
  expect(await (await send()).text()).toBe(first)
  const { rows } = await sql<{ text: string; key: string; sealed: Buffer }>`
    select idempotency_keys::text as text, key, sealed from idempotency_keys
    where user_id = ${Number(scenario.by.userId)}`.execute(world.app.context.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(token)
  expect(rows[0]?.sealed.toString('latin1')).not.toContain(token)
  // The idempotency key, which opens the sealed reply, is not stored either.
  expect(rows[0]?.key).toMatch(/^sealed [0-9a-f]{64}$/)
})

test('who signs up and loses the answer gets the same account, and its session, by asking again', async () => {
  const { app } = world
  const browser = app.open()
  await browser.api.accounts.createAuthenticityToken()
  const before = [...browser.cookies]
  const options = { idempotencyKey: crypto.randomUUID() }
  const first = await browser.api.accounts.signUp({ anonymous: true }, options)
  // Simulates that neither the response nor its cookie arrived.
  browser.cookies.clear()
  for (const [name, value] of before) browser.cookies.set(name, value)
  const second = await browser.api.accounts.signUp({ anonymous: true }, options)
  expect(second).toEqual(first)
  expect(await browser.api.accounts.readCurrentUser()).toMatchObject({ ok: true })
})

test('the key of one browser says nothing to another', async () => {
  const options = { idempotencyKey: 'the-same' }
  const ids = new Set<string | undefined>()
  for (let time = 0; time < 2; time++) {
    const signedUp = await world.app.open().api.accounts.signUp({ anonymous: true }, options)
    ids.add(signedUp.ok ? signedUp.value.data?.id : undefined)
  }
  expect(ids.size).toBe(2)
  expect(ids.has(undefined)).toBe(false)
})
