import { type OrderState, orderStates } from '@mille/api/constants.ts'
import { credit } from '@mille/testing/campaigns.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '../ledger/index.ts'
import { moveOrder } from './move-order.ts'
import { lockOrder } from './order-queries.ts'
import { type Actor, isAllowed } from './order-rules.ts'

/** How a new order gets into each state. */
const ways: Record<OrderState, readonly (readonly [OrderState, Actor])[]> = {
  placed: [],
  declined: [['declined', 'publisher']],
  cancelled: [['cancelled', 'advertiser']],
  accepted: [['accepted', 'publisher']],
  published: [
    ['accepted', 'publisher'],
    ['published', 'publisher']
  ],
  confirmed: [
    ['accepted', 'publisher'],
    ['published', 'publisher'],
    ['confirmed', 'advertiser']
  ],
  disputed: [
    ['accepted', 'publisher'],
    ['published', 'publisher'],
    ['disputed', 'advertiser']
  ],
  completed: [
    ['accepted', 'publisher'],
    ['published', 'publisher'],
    ['disputed', 'advertiser'],
    ['completed', 'operator']
  ],
  refunded: [
    ['accepted', 'publisher'],
    ['published', 'publisher'],
    ['disputed', 'advertiser'],
    ['refunded', 'operator']
  ]
}

let app: TestApp
let people: Record<'advertiser' | 'publisher' | 'stranger' | 'operator', SignedInBrowser>
let offerId: string

beforeAll(async () => {
  app = await createTestApp()
  people = {
    advertiser: await app.signIn(),
    publisher: await app.signIn(),
    stranger: await app.signIn(),
    operator: await app.signInAdmin()
  }
  offerId = await addOffer(app.context, people.publisher)
  await credit(app.context, people.advertiser.userId, 10n ** 14n, 'USD')
})
afterAll(() => app.close())

async function orderIn(state: OrderState): Promise<string> {
  const placed = await people.advertiser.api.marketplace.createOrder({
    offer_id: offerId,
    currency: 'usd',
    target_url: 'https://shop.example/',
    brief: 'Please write about bread.'
  })
  if (!placed.ok) throw new Error(JSON.stringify(placed.errors))
  const { id } = placed.value.data
  for (const [to, actor] of ways[state]) {
    await app.context.db.transaction().execute(async tx => {
      const order = await lockOrder(tx, Number(id))
      const move = { to, actor, userId: Number(people.operator.userId), at: app.context.now() }
      if (!order || !(await moveOrder(tx, order, move))) throw new Error(`no way to ${to}`)
    })
  }
  return id
}

/** This address is unreachable immediately, so that no test waits for the network. */
const proof_url = 'http://127.0.0.1:9/article'

const refusals = orderStates.flatMap(from =>
  orderStates.flatMap(to =>
    (['advertiser', 'publisher'] as const)
      .filter(actor => !isAllowed(from, to, actor))
      .map(actor => ({ from, to, actor }))
  )
)

test(`each of the ${refusals.length} ways that the table does not have is refused, and nothing changes`, async () => {
  // One order for each state is enough, because a refused actor leaves the order unchanged.
  for (const from of orderStates) {
    const id = await orderIn(from)
    const before = await app.context.db
      .selectFrom('publication_orders')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
    for (const { to, actor } of refusals.filter(it => it.from === from)) {
      const asked = { id, state: to, reason: 'Because', proof_url }
      const answer = await people[actor].api.marketplace.updateOrder(asked)
      expect(answer, `${from} → ${to} by ${actor}`).toMatchObject({
        ok: false,
        status: 422,
        code: 'state_not_allowed'
      })
    }
    for (const to of orderStates) {
      const asked = { id, state: to, reason: 'Because', proof_url }
      for (const who of ['stranger', 'operator'] as const)
        expect(
          await people[who].api.marketplace.updateOrder(asked),
          `${from} → ${to} by ${who}`
        ).toMatchObject({ status: 404 })
    }
    const after = await app.context.db
      .selectFrom('publication_orders')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
    expect(after).toEqual(before)
  }
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

test('the operator decides disputes and nothing else', async () => {
  for (const from of orderStates) {
    if (from === 'disputed') continue
    const id = await orderIn(from)
    for (const decision of ['uphold', 'dismiss'] as const) {
      const decided = { id, decision, reason: 'Because' }
      expect(await people.operator.api.marketplace.decideDispute(decided)).toMatchObject({
        code: 'state_not_allowed'
      })
    }
  }
  const id = await orderIn('disputed')
  const decided = { id, decision: 'uphold' as const, reason: 'Because' }
  expect(await people.publisher.api.marketplace.decideDispute(decided)).toMatchObject({
    code: 'not_authorized'
  })
})
