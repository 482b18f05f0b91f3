import { createApi } from '@mille/api/client.ts'
import { createCampaign, credit } from '@mille/testing/campaigns.ts'
import { makeCall } from '@mille/testing/contract/request.ts'
import { createCrashingDatabase } from '@mille/testing/crashing-database.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { createRandom, type Random } from '@mille/testing/random.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '../ledger/index.ts'
import { createApp } from './app.ts'

/*
 * Each write that honours an idempotency key, by a server that dies at every point there is: before each statement is
 * sent, and after it was done and before its answer came, the commit too. The same request is then made once more.
 */

type Scenario = {
  by: SignedInBrowser
  path: string
  attributes: Record<string, unknown>
  /** How often it has happened. */
  effects: () => Promise<number>
}

let app: TestApp
let user: SignedInBrowser
let admin: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  user = await app.signIn()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
  (await query.execute(app.context.db)).rows[0]?.count ?? -1

/** A new write that is idempotent needs its line here: what it does, and how one sees how often. */
const scenarios: Record<string, () => Promise<Scenario>> = {
  async 'POST /api/v1/campaigns/{id}/fundings'() {
    const { data } = await createCampaign(user.api)
    await credit(app.context, user.userId, 5_000n)
    return {
      by: user,
      path: `/api/v1/campaigns/${data.id}/fundings`,
      attributes: { amount: '5000' },
      effects: async () => {
        const read = await user.api.campaigns.readCampaign({ id: data.id })
        return read.ok ? Number(read.value.data.attributes.balance) / 5000 : -1
      }
    }
  },
  async 'POST /api/v1/publication_orders'() {
    const offer = await addOffer(app.context, await app.signIn())
    await credit(app.context, user.userId, 10n ** 12n, 'USD')
    return {
      by: user,
      path: '/api/v1/publication_orders',
      attributes: {
        offer_id: offer,
        currency: 'usd',
        target_url: 'https://shop.example/',
        brief: 'Please write about bread.'
      },
      effects: () =>
        count(
          sql`select count(*)::integer as count from publication_orders where offer_id = ${Number(offer)}`
        )
    }
  },
  async 'POST /api/v1/withdrawals'() {
    await credit(app.context, user.userId, 1_000_000n)
    await user.api.security.stepUp({ access_code: user.accessCode })
    const before = await count(sql`select count(*)::integer as count from withdrawals`)
    return {
      by: user,
      path: '/api/v1/withdrawals',
      attributes: {
        token_code: 'BTC',
        address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
        amount: '1000000'
      },
      effects: async () =>
        (await count(sql`select count(*)::integer as count from withdrawals`)) - before
    }
  },
  async 'POST /api/v1/chat/messages'() {
    const text = `A question ${crypto.randomUUID()}`
    return {
      by: user,
      path: '/api/v1/chat/messages',
      attributes: { text },
      effects: () =>
        count(sql`select count(*)::integer as count from chat_messages where text = ${text}`)
    }
  },
  async 'POST /api/v1/admin/chat/conversations/{id}/messages'() {
    const asker = await app.signIn()
    await asker.api.support.sendChatMessage({ text: 'A question' })
    const text = `An answer ${crypto.randomUUID()}`
    return {
      by: admin,
      path: `/api/v1/admin/chat/conversations/${asker.userId}/messages`,
      attributes: { text },
      effects: () =>
        count(sql`select count(*)::integer as count from chat_messages where text = ${text}`)
    }
  },
  async 'POST /api/v1/admin/users/{id}/adjustments'() {
    const owner = await app.signIn()
    return {
      by: admin,
      path: `/api/v1/admin/users/${owner.userId}/adjustments`,
      attributes: { asset: 'BTC', amount: '700', reason: 'A bank transfer' },
      effects: async () => {
        const read = await owner.api.finances.readBalances({ userId: owner.userId })
        const btc = read.ok ? read.value.data.find(it => it.attributes.currency === 'BTC') : null
        return Number(btc?.attributes.available ?? 0) / 700
      }
    }
  }
}

test('every write that honours a key is here', () => {
  const calls = app.served
    .filter(({ endpoint }) => endpoint.idempotent)
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(
    calls.filter(call => !(call in scenarios)),
    'say in this file what these calls do'
  ).toEqual([])
  expect(Object.keys(scenarios).filter(call => !calls.includes(call))).toEqual([])
})

test.each(Object.keys(scenarios))(
  '%s: wherever the server dies, the repeated request has one effect',
  async name => {
    configurePayments()
    const one = app.served.find(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path}` === name
    )?.endpoint
    if (!one) throw new Error(`${name} is not served`)
    for (const moment of ['before', 'after'] as const) {
      let points = 0
      for (let nth = 1; ; nth++) {
        // So many tries would be too many for the limits.
        await sql`delete from rate_limits`.execute(app.context.db)
        app.context.clock.advance(60_000)
        const scenario = await scenarios[name]!()
        const body = JSON.stringify({ data: { type: one.type, attributes: scenario.attributes } })
        const key = crypto.randomUUID()
        const request = async (browser: SignedInBrowser) =>
          makeCall(app, { browser }, one, scenario.path, body, { 'Idempotency-Key': key })
        const died = await callDying(scenario.by, nth, moment, request)
        const second = await request(scenario.by)
        expect(second.status, `${moment} statement ${nth}: ${await second.clone().text()}`).toBe(
          201
        )
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

/** The call by a server over the same data that dies at that point; gives whether it came so far. */
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
    // Only what is tried dies: its authenticity token comes from the server that lives.
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

/** Says "die" at the nth statement, in the way that `createCrashingDatabase` asks. */
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

/** A chain that is named and never asked: a withdrawal is only written down. */
function configurePayments() {
  const { payments } = app.context.config
  payments.bitcoin = {
    rpcUrl: 'http://127.0.0.1:1',
    wallet: 'none',
    xpub: '',
    network: 'regtest',
    confirmations: 2
  }
  payments.signerSocket = '/nowhere'
  payments.withdrawals.dailyLimit = { BTC: 10n ** 15n, USD: 0n }
}
