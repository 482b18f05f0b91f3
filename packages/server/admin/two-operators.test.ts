import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { balances, userAccount, verifyLedger } from '../ledger/index.ts'
import { readSetting } from '../settings/index.ts'

let app: TestApp
let maker: SignedInBrowser
let second: SignedInBrowser
let user: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  ;[maker, second, user] = [await app.signInAdmin(), await app.signInAdmin(), await app.signIn()]
})
afterAll(async () => {
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
  await app.close()
})

/** The amount is just above the approval limit of 0.1 BTC. */
const large = (id: string, amount = '10000001') => ({
  ...{ id, asset: 'BTC' as const, amount, reason: 'A refund' }
})
const balanceOf = async ({ userId }: SignedInBrowser) =>
  (await balances(app.context.db, [userAccount(Number(userId), 'BTC')]))[0]

async function ask(amount?: string) {
  const asked = await maker.api.admin.adjustBalance(large(user.userId, amount))
  if (!asked.ok) throw new Error(JSON.stringify(asked.errors))
  return asked.value.data
}

async function makeOperator(browser: SignedInBrowser) {
  for (const it of [maker, second])
    await it.api.admin.setRoles({ id: browser.userId, roles: ['admin'] })
  await app.context.db
    .updateTable('sessions')
    .set({ stepped_up_at: '2126-01-01T00:00:00Z' })
    .where('user_id', '=', Number(browser.userId))
    .execute()
}

test('adjustments, limits and roles ask for a fresh proof; approvals take a passkey', async () => {
  await app.context.db
    .updateTable('sessions')
    .set({ stepped_up_at: null })
    .where('user_id', '=', Number(maker.userId))
    .execute()
  const { admin, settings } = maker.api
  for (const call of [
    admin.adjustBalance(large(user.userId, '1')),
    admin.decideAdjustment({ id: '1', decision: 'approve' }),
    admin.setRoles({ id: user.userId, roles: ['admin'] }),
    settings.changeSetting({ id: 'withdrawal_daily_btc', value: '1' })
  ])
    expect(await call).toMatchObject({ status: 422, code: 'step_up_required' })
})

test('operators cannot adjust their own account', async () => {
  for (const amount of ['1', '10000001', '-1'])
    expect(await maker.api.admin.adjustBalance(large(maker.userId, amount))).toMatchObject({
      code: 'own_adjustment'
    })
  expect(await balanceOf(maker)).toBe(0n)
})

test('a large adjustment waits for another operator, who sees who asked and decides once', async () => {
  const { id, attributes } = await ask()
  expect(attributes).toMatchObject({ state: 'pending', balance: '0', made_by: maker.userId })
  const list = await second.api.admin.listAdjustments()
  expect(list.ok && list.value.data.find(it => it.id === id)?.attributes).toMatchObject({
    user_id: user.userId,
    made_by: maker.userId,
    amount: '10000001',
    reason: 'A refund'
  })
  const approve = { id, decision: 'approve' as const }
  expect(await maker.api.admin.decideAdjustment(approve)).toMatchObject({
    code: 'own_adjustment'
  })
  const answers = await Promise.all([1, 2].map(() => second.api.admin.decideAdjustment(approve)))
  expect(answers.map(it => (it.ok ? it.value.data.attributes.state : it.code)).sort()).toEqual([
    'done',
    'state_not_allowed'
  ])
  expect(await balanceOf(user)).toBe(10_000_001n)
})

test('a rejected adjustment moves nothing', async () => {
  const { id } = await ask()
  const reject = { id, decision: 'reject' as const }
  expect(await second.api.admin.decideAdjustment(reject)).toMatchObject({
    value: { data: { attributes: { state: 'rejected', balance: '0' } } }
  })
  expect(await second.api.admin.decideAdjustment({ id, decision: 'approve' })).toMatchObject({
    code: 'state_not_allowed'
  })
})

test('many small ones are a large one', async () => {
  expect((await ask('6000000')).attributes.state).toBe('done')
  expect((await ask('4000000')).attributes.state).toBe('done')
  expect((await ask('1')).attributes.state).toBe('pending')
  app.context.clock.advance(86_400_001)
  expect((await ask('6000000')).attributes.state).toBe('done')
})

test('an operator who was given the role today, or who owns the account, cannot approve', async () => {
  const { id } = await ask()
  const approve = { id, decision: 'approve' as const }
  const puppet = await app.signIn()
  await makeOperator(puppet)
  await makeOperator(user)
  const { decideAdjustment } = puppet.api.admin
  expect(await decideAdjustment(approve)).toMatchObject({ code: 'operator_too_new' })
  expect(await puppet.api.payments.decideWithdrawal(approve)).toMatchObject({
    code: 'operator_too_new'
  })
  // An operator who loses the role and gets it again must wait again before approving.
  await maker.api.admin.setRoles({ id: puppet.userId, roles: [] })
  app.context.clock.advance(86_400_000)
  await makeOperator(puppet)
  expect(await decideAdjustment(approve)).toMatchObject({ code: 'operator_too_new' })
  app.context.clock.advance(86_400_000)
  expect(await user.api.admin.decideAdjustment(approve)).toMatchObject({
    code: 'own_adjustment'
  })
  expect(await decideAdjustment(approve)).toMatchObject({ ok: true })
})

test('a higher limit counts a day later, operators are notified, and it can be taken back', async () => {
  const { db, config, now, sent } = { ...app.context }
  await db
    .updateTable('users')
    .set({ email: `second-${second.userId}@mille.test` })
    .where('id', '=', Number(second.userId))
    .execute()
  const limit = () => readSetting(db, config, 'withdrawal_approval_btc', now())
  const change = (value: string) =>
    maker.api.settings.changeSetting({ id: 'withdrawal_approval_btc', value })
  await change('100000000000')
  expect(await limit()).toBe(10_000_000n)
  const mails = await db
    .selectFrom('mails')
    .select(['recipient', 'subject'])
    .where('recipient', '=', `second-${second.userId}@mille.test`)
    .execute()
  expect(mails).toMatchObject([{ subject: 'A limit on payments will be relaxed' }])
  expect(sent).toEqual([])
  await second.api.settings.changeSetting({ id: 'withdrawal_approval_btc', value: '5000000' })
  expect(await limit()).toBe(5_000_000n)
  app.context.clock.advance(86_400_000)
  expect(await limit()).toBe(5_000_000n)
  await change('10000000')
  app.context.clock.advance(86_400_000)
  expect(await limit()).toBe(10_000_000n)
})

test.each([
  { id: 'slow_start_btc', stricter: '100', looser: '10000000000000000' },
  { id: 'slow_start_usd', stricter: '100', looser: '10000000000000000' },
  { id: 'review_hours', stricter: '48', looser: '1' },
  { id: 'review_hours_new', stricter: '200', looser: '1' }
] as const)('$id is stricter at once, and looser a day later', async ({ id, stricter, looser }) => {
  const { db, config, now } = app.context
  const inForce = async () => String(await readSetting(db, config, id, now()))
  const change = async (value: string) =>
    expect(await maker.api.settings.changeSetting({ id, value })).toMatchObject({ ok: true })
  await change(stricter)
  expect(await inForce()).toBe(stricter)
  await change(looser)
  app.context.clock.advance(86_399_000)
  expect(await inForce()).toBe(stricter)
  app.context.clock.advance(1000)
  expect(await inForce()).toBe(looser)
})

describe('a new operator', () => {
  const rolesOf = async ({ userId }: SignedInBrowser) => {
    const read = await second.api.admin.readPerson({ id: userId })
    return read.ok ? read.value.data.attributes : null
  }
  const set = (by: SignedInBrowser, it: SignedInBrowser, isOn = true) =>
    by.api.admin.setRoles({ id: it.userId, roles: isOn ? ['admin'] : [] })

  test('is asked for by one operator and confirmed by another', async () => {
    await set(maker, user)
    await set(maker, user)
    expect(await rolesOf(user)).toMatchObject({ roles: [], operator_asked_by: maker.userId })
    expect(await user.api.admin.readAuditLog()).toMatchObject({ status: 403 })
    const mails = await app.context.pool.query(
      `select recipient from mails where subject = 'A new operator needs confirmation' and text like $1`,
      [`%account ${user.userId} %`]
    )
    expect(new Set(mails.rows.map(it => it.recipient)).size).toBe(mails.rows.length)
    expect(await set(second, user)).toMatchObject({ ok: true })
    expect(await rolesOf(user)).toMatchObject({ roles: ['admin'], operator_asked_by: null })
  })

  test('is not confirmed by one who is new, nor after a week, nor when who asked is gone', async () => {
    const [puppet, third] = [await app.signIn(), await app.signIn()]
    await makeOperator(puppet)
    await set(maker, user)
    expect(await set(puppet, user)).toMatchObject({ code: 'operator_too_new' })
    app.context.clock.advance(7 * 86_400_000)
    await set(second, user)
    expect(await rolesOf(user)).toMatchObject({ roles: [], operator_asked_by: second.userId })
    await set(puppet, third)
    await set(maker, puppet, false)
    await set(maker, third)
    expect(await rolesOf(third)).toMatchObject({ roles: [], operator_asked_by: maker.userId })
  })

  test('is declined by any operator', async () => {
    await set(maker, user)
    await set(second, user, false)
    expect(await rolesOf(user)).toMatchObject({ roles: [], operator_asked_by: null })
    await set(second, user)
    expect(await rolesOf(user)).toMatchObject({ roles: [], operator_asked_by: second.userId })
  })

  test('is made by one alone only where there has been no other for a week', async () => {
    const { pool, clock } = app.context
    await pool.query(`update users set roles = '{}', operator_removed_at = null where id <> $1`, [
      maker.userId
    ])
    await set(maker, second)
    expect(await maker.api.admin.readPerson({ id: second.userId })).toMatchObject({
      value: { data: { attributes: { roles: ['admin'] } } }
    })
    await set(maker, second, false)
    await set(maker, user)
    expect(await maker.api.admin.readPerson({ id: user.userId })).toMatchObject({
      value: { data: { attributes: { roles: [], operator_asked_by: maker.userId } } }
    })
    clock.advance(7 * 86_400_000 + 1)
    await set(maker, user)
    expect(await maker.api.admin.readPerson({ id: user.userId })).toMatchObject({
      value: { data: { attributes: { roles: ['admin'] } } }
    })
  })
})
