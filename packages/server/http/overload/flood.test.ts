import { addOffer } from '@mille/testing/publications.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * Maximum wait in milliseconds. A deadlock would show as a wait of ten seconds for a connection. When other tests run
 * at the same time, the machine is slow for all requests.
 */
const longestWaitMs = process.env.MILLE_PROOF === 'full' ? 1000 : 5000

let app: TestApp
let penniless: SignedInBrowser
let offerId: string
beforeAll(async () => {
  app = await createTestApp()
  offerId = await addOffer(app.context, await app.signIn(), { priceUsCents: 1000n })
  penniless = await app.signIn()
})
afterAll(() => app.close())

const order = () =>
  penniless.api.marketplace.createOrder({
    offer_id: offerId,
    currency: 'btc',
    target_url: 'https://shop.example/',
    brief: 'Please write about bread.'
  })

test.each([40, 200])(
  '%i simultaneous orders of an account without money do not slow others down',
  async count => {
    const others = await Promise.all(Array.from({ length: 10 }, () => app.signIn()))
    const orders = Array.from({ length: count }, order)
    const waits: number[] = []
    await Promise.all(
      others.map(async ({ api }) => {
        for (let nth = 0; nth < 10; nth++) {
          const started = performance.now()
          const read = await api.accounts.readCurrentUser()
          waits.push(performance.now() - started)
          expect(read.ok).toBe(true)
        }
      })
    )
    const results = await Promise.all(orders)
    const codes = new Set(results.map(it => (it.ok ? 'ok' : it.code)))
    expect(codes.difference(new Set(['insufficient_funds', 'too_many_requests']))).toEqual(
      new Set()
    )
    const p99 = waits.sort((one, other) => one - other)[Math.floor(waits.length * 0.99) - 1]
    expect(p99).toBeLessThanOrEqual(longestWaitMs)
  }
)

test('a second connection inside a transaction is refused, whatever asks for it', async () => {
  const { db } = app.context
  const read = () => db.selectFrom('users').select('id').limit(1).execute()
  await expect(db.transaction().execute(read)).rejects.toThrow('second connection')
  const careful = db.transaction().setIsolationLevel('repeatable read')
  await expect(careful.setAccessMode('read only').execute(read)).rejects.toThrow(
    'second connection'
  )
  const nested = () => db.transaction().execute(async () => 'never')
  await expect(db.transaction().execute(nested)).rejects.toThrow('second connection')
  // Work that was started in a transaction may use another connection once the transaction has ended.
  let go = () => {}
  let later: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async () => {
    later = new Promise<void>(resolve => (go = resolve)).then(read)
  })
  go()
  await expect(later).resolves.toHaveLength(1)
})
