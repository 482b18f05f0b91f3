import type { OperatorRole } from '@mille/api/may-operate.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let person: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  person = await app.signIn()
})
afterAll(() => app.close())

test('support sees people without amounts, and finance with them', async () => {
  const { api: support } = await app.signInAdmin('support')
  const { api: finance } = await app.signInAdmin('finance')
  const id = person.userId
  const moneyFor = async ({ admin }: typeof support) => {
    const [one, list] = [await admin.readPerson({ id }), await admin.listPeople({})]
    if (!one.ok || !list.ok) throw new Error('refused')
    const listed = list.value.data.find(it => it.id === id)
    return [one.value.data.attributes.money, listed?.attributes.money]
  }
  expect(await moneyFor(support)).toEqual([null, null])
  expect(await moneyFor(finance)).toEqual([[], []])
  for (const call of [support.admin.readHoldings({ id }), support.admin.readPersonHistory({ id })])
    expect(await call).toMatchObject({ status: 403, code: 'not_authorized' })
})

test.each([
  ['reviewer', ['reported_creatives', 'creatives', 'sites', 'offers']],
  ['support', ['conversations', 'letters']],
  ['finance', ['payout_stops', 'deposits', 'withdrawals', 'adjustments', 'earnings']]
] as const)('%s is told only what waits for that role', async (role, names) => {
  const { api } = await app.signInAdmin(role)
  const read = await api.admin.readQueues()
  if (!read.ok) throw new Error(read.code)
  expect(read.value.data.attributes.queues.map(it => it.name)).toEqual(names)
})

test('the roles without money are given and removed by one operator, who says each time what is left', async () => {
  const { api } = await app.signInAdmin()
  const it = await app.signIn()
  const set = async (...roles: OperatorRole[]) => {
    const given = await api.admin.setRoles({ id: it.userId, roles })
    return given.ok ? given.value.data.attributes.roles : given.code
  }
  expect(await set('support', 'reviewer', 'support')).toEqual(['reviewer', 'support'])
  expect(await it.api.admin.readReviewQueue()).toMatchObject({ ok: true })
  expect(await it.api.admin.readHome()).toMatchObject({ status: 403 })
  expect(await set('support')).toEqual(['support'])
  expect(await it.api.admin.readReviewQueue()).toMatchObject({ status: 403 })
  expect(await set()).toEqual([])
})

test('people with a role cannot give roles to themselves or to others', async () => {
  for (const role of ['reviewer', 'support', 'finance'] as const) {
    const staff = await app.signInAdmin(role)
    for (const id of [staff.userId, person.userId])
      expect(await staff.api.admin.setRoles({ id, roles: ['admin'] })).toMatchObject({
        status: 403
      })
  }
})

test('the role finance is asked for by one operator and confirmed by another, and approves nothing for a day', async () => {
  const [first, second] = [await app.signInAdmin(), await app.signInAdmin()]
  const it = await app.signIn()
  const set = (by: SignedInBrowser, ...roles: OperatorRole[]) =>
    by.api.admin.setRoles({ id: it.userId, roles })
  expect(await set(first, 'support', 'finance')).toMatchObject({
    value: {
      data: {
        attributes: {
          roles: ['support'],
          operator_asked_by: first.userId,
          operator_asked_roles: ['finance']
        }
      }
    }
  })
  expect(await it.api.admin.listAdjustments()).toMatchObject({ status: 403 })
  // The second operator wants to give another role than the first one requested.
  expect(await set(second, 'admin')).toMatchObject({
    value: { data: { attributes: { roles: [], operator_asked_roles: ['admin'] } } }
  })
  await set(first, 'finance')
  expect(await set(second, 'finance')).toMatchObject({
    value: { data: { attributes: { roles: ['finance'], operator_asked_roles: [] } } }
  })
  await app.context.db
    .updateTable('sessions')
    .set({ stepped_up_at: '2126-01-01T00:00:00Z' })
    .where('user_id', '=', Number(it.userId))
    .execute()
  const adjustment = { asset: 'BTC' as const, amount: '10000001', reason: 'A refund' }
  const asked = await first.api.admin.adjustBalance({ id: person.userId, ...adjustment })
  if (!asked.ok) throw new Error(asked.code)
  const decide = () =>
    it.api.admin.decideAdjustment({ id: asked.value.data.id, decision: 'approve' })
  expect(await decide()).toMatchObject({ code: 'operator_too_new' })
  app.context.clock.advance(86_400_000)
  expect(await decide()).toMatchObject({ value: { data: { attributes: { state: 'done' } } } })
})
