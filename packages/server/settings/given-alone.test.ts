import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
let maker: SignedInBrowser
let user: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  maker = await app.signInAdmin()
  user = await app.signIn()
  await app.context.db
    .updateTable('users')
    .set({ email: `user-${user.userId}@mille.test`, email_confirmed_at: app.context.now() })
    .where('id', '=', Number(user.userId))
    .execute()
})
afterAll(() => app.close())

/** Adjusts a balance; the approval limit is 0.1 BTC. */
async function adjust(amount: string) {
  const made = await maker.api.admin.adjustBalance({
    ...{ id: user.userId, asset: 'BTC', amount, reason: 'A refund' }
  })
  return made.ok ? made.value.data.attributes.state : made.code
}

let codes = 0
async function giveByCoupon(amount: string) {
  const coupon = { code: `ALONE-${++codes}`, effect: 'promotion', asset: 'BTC', amount } as const
  expect(await maker.api.coupons.createCoupon(coupon)).toMatchObject({ ok: true })
  const used = await user.api.campaigns.createCampaign({
    ...{ link_text: 'Books', creative_link: 'https://books.example/', creative_text: 'Read' },
    ...{ daily_budget: '1200', coupon_code: coupon.code }
  })
  return used.ok ? 'done' : used.code
}

let outputs = 0
/** Assigns a deposit that belongs to no account yet. */
async function assign(amount: string) {
  const { rows } = await app.context.pool.query(
    `insert into deposits (chain, transaction_id, output, address, token_code, asset, amount, seen_at)
     values ('bitcoin', repeat('ab', 32), $1, 'bcrt1qgiven', 'BTC', 'BTC', $2, $3) returning id`,
    [++outputs, amount, app.context.now()]
  )
  const id = String(rows[0].id)
  const given = await maker.api.payments.assignDeposit({ id, user_id: user.userId })
  if (!given.ok) return given.code
  return given.value.meta.is_given ? 'done' : 'pending'
}

const ways = { adjust, giveByCoupon, assign }
const names = ['adjust', 'giveByCoupon', 'assign'] as const
const pairs = names.flatMap(first => names.map(second => [first, second] as const))

test.each(pairs)('%s and %s of one operator count together in 24 hours', async (first, second) => {
  expect(await ways[first]('6000000')).toBe('done')
  expect(await ways[second]('4000001')).toBe(
    second === 'giveByCoupon' ? 'coupon_paused' : 'pending'
  )
  expect(await ways[second]('4000000')).toBe('done')
  app.context.clock.advance(86_400_001)
  expect(await ways[second]('6000000')).toBe('done')
})

test('gifts of all kinds at once find no more room than the limit has', async () => {
  const answers = await Promise.all([
    ...[adjust('6000000'), adjust('6000000'), assign('6000000')],
    ...[assign('6000000'), giveByCoupon('6000000')]
  ])
  expect(answers.filter(it => it === 'done')).toHaveLength(1)
})
