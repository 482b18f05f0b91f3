import { credit } from '@mille/testing/campaigns.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hold, userAccount } from '../ledger/index.ts'
import { signDue } from './sign-due.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a withdrawal that a lowered limit would have held back is not signed without an operator', async () => {
  const { context } = app
  const user = await app.signIn()
  const admin = await app.signInAdmin()
  await credit(context, user.userId, 500n)
  const at = context.now()
  const from = userAccount(Number(user.userId), 'BTC')
  const id = await context.db.transaction().execute(async tx => {
    const held = await hold(tx, { key: 'h', from, amount: 300n, reason: 'withdrawal', at })
    if (!held.ok) throw new Error(held.code)
    const row = await tx
      .insertInto('withdrawals')
      .values({
        user_id: Number(user.userId),
        asset: 'BTC',
        token_code: 'BTC',
        chain: 'bitcoin',
        address: 'bcrt1qexample',
        amount: 300n,
        fee: 1n,
        state: 'requested',
        hold_id: held.value.id,
        needs_approval: false,
        created_at: at
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
  const due: number[] = []
  const sign = () =>
    signDue(context, 'bitcoin', async (_, found) => void due.push(...found.map(it => it.id)))
  await sign()
  expect(due).toEqual([id])
  await admin.api.settings.changeSetting({ id: 'withdrawal_approval_btc', value: '299' })
  await sign()
  expect(due).toEqual([id])
  const review = await admin.api.payments.readPayoutReview({})
  expect(review.ok && review.value.data[0]?.attributes).toMatchObject({ needs_approval: true })
})
