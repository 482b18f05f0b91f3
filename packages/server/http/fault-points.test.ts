import { createApi } from '@mille/api/client.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { makeCall } from '@mille/testing/contract/request.ts'
import { createCrashingDatabase } from '@mille/testing/crashing-database.ts'
import { createRandom, type Random } from '@mille/testing/random.ts'
import { moneyScenarios } from '@mille/testing/repeated/money-scenarios.ts'
import { bodyOf, openRepeatedWorld, type RepeatedWorld } from '@mille/testing/repeated/scenario.ts'
import { repeatedScenarios } from '@mille/testing/repeated/scenarios.ts'
import { slice } from '@mille/testing/slice.ts'
import type { SignedInBrowser, TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { verifyLedger } from '../ledger/index.ts'

/*
 * Makes each write that honors an idempotency key on a server that dies at every possible point: before each statement
 * is sent, and after it was executed but before its reply arrived, including the commit. The same request is then made
 * again.
 */

let world: RepeatedWorld
let app: TestApp
beforeAll(async () => {
  world = await openRepeatedWorld()
  app = world.app
})
afterAll(() => app.close())

const isProof = process.env.MILLE_PROOF === 'full'

/**
 * `npm test` tries every second call that moves money and every fourth of the others; `npm run prove` tries all of
 * them.
 */
const others = Object.keys(repeatedScenarios).filter(name => !(name in moneyScenarios))
const tried = [...slice(Object.keys(moneyScenarios), 2), ...slice(others, 4)]

test.each(tried)(
  '%s: wherever the server dies, the repeated request has one effect',
  async name => {
    const one = app.served.find(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path}` === name
    )?.endpoint
    if (!one) throw new Error(`${name} is not served`)
    for (const moment of momentsOf(one)) {
      let points = 0
      for (let nth = 1; ; nth++) {
        // Resets the rate limits, which so many attempts would exceed.
        await sql`delete from rate_limits`.execute(app.context.db)
        app.context.clock.advance(60_000)
        const scenario = await repeatedScenarios[name]!(world)
        const body = bodyOf(one, scenario.attributes)
        const key = crypto.randomUUID()
        const request = async (browser: SignedInBrowser) =>
          makeCall(app, { browser }, one, scenario.path, body, { 'Idempotency-Key': key })
        const died = await callDying(scenario.by, nth, moment, request)
        const second = await request(scenario.by)
        expect(
          one.statuses,
          `${moment} statement ${nth}: ${await second.clone().text()}`
        ).toContain(second.status)
        const third = await request(scenario.by)
        expect(await third.text()).toBe(await second.text())
        expect(await scenario.effects(), `${moment} statement ${nth}`).toBe(1)
        if (!died) break
        points++
      }
      expect(points).toBeGreaterThan(4)
    }
    expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
  },
  300_000
)

/** Where no money moves, only `npm run prove` also tests deaths before a statement, which a rollback undoes anyway. */
function momentsOf({ idempotency }: AnyEndpoint): readonly ('before' | 'after')[] {
  const isWhole = idempotency === 'required' || isProof
  return isWhole ? ['before', 'after'] : ['after']
}

/**
 * Makes the call on a server over the same data that dies at the given statement. Returns whether that statement was
 * reached.
 */
async function callDying(
  by: SignedInBrowser,
  nth: number,
  moment: 'before' | 'after',
  request: (browser: SignedInBrowser) => Promise<Response>
): Promise<boolean> {
  const crashing = createCrashingDatabase(app.context, dieAt(nth, moment))
  crashing.setRisk(0.5)
  const dying = createApp(
    { ...app.context, db: crashing.db },
    {
      delivery: null,
      pages: null,
      embedFolder: null,
      assetsFolder: null,
      isReady: () => true
    }
  )
  const transport: SignedInBrowser['transport'] = async (path, init) => {
    // Only the tested call may die, so its authenticity token comes from the healthy server.
    if (path === '/api/v1/authenticity_token') return by.transport(path, init)
    const headers = new Headers(init.headers)
    headers.set('cookie', [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    return dying.fetch(
      new Request(new URL(path, app.context.config.publicUrl), { ...init, headers })
    )
  }
  const response = await request({ ...by, transport, api: createApi({ transport }) })
  await dying.stop()
  const died = crashing.crashes() > 0
  expect(response.status === 500 || !died || moment === 'after').toBe(true)
  return died
}

/** Makes `createCrashingDatabase` die at the nth statement, through the random numbers that it requests. */
function dieAt(nth: number, moment: 'before' | 'after'): Random {
  let statements = 0
  return {
    ...createRandom(1),
    fraction() {
      statements++
      if (statements !== nth) return 1
      return moment === 'before' ? 0.1 : 0.4
    }
  }
}
