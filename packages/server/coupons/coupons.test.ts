import { createCampaign, credit } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  balances,
  campaignAccount,
  networkAccount,
  userAccount,
  verifyLedger
} from '../ledger/index.ts'
import { verifySettlements } from '../settlement/index.ts'
import { verifyCoupons } from './index.ts'

let app: TestApp
let admin: SignedInBrowser
let owner: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
beforeEach(async () => {
  app.context.clock.set('2026-03-02T10:00:00.000Z')
  owner = await signInKnown()
})
afterAll(async () => {
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
  expect(await verifySettlements(app.context.db)).toMatchObject({ ok: true })
  expect(await verifyCoupons(app.context.db)).toEqual({ ok: true })
  await app.close()
})

let known = 0
/** Signs in a person with a confirmed email address. */
async function signInKnown(address?: string) {
  const browser = await app.signIn(address)
  await confirm(browser)
  return browser
}

async function confirm(browser: SignedInBrowser) {
  await app.context.db
    .updateTable('users')
    .set({ email: `known-${++known}@mille.test`, email_confirmed_at: app.context.now() })
    .where('id', '=', Number(browser.userId))
    .execute()
}

type Input = Parameters<SignedInBrowser['api']['coupons']['createCoupon']>[0]
let codes = 0
async function newCoupon(input: Partial<Input> = {}) {
  const code = `CODE-${++codes}`
  const made = await admin.api.coupons.createCoupon({ code, effect: 'half_fee', ...input })
  if (!made.ok) throw new Error(JSON.stringify(made.errors))
  return { code, id: made.value.data.id }
}
const gift = { effect: 'promotion', asset: 'BTC', amount: '500' } as const
const minimal = {
  link_text: 'Books',
  creative_link: 'https://books.example/',
  creative_text: 'Read',
  daily_budget: '1200'
}
const money = (id: string) =>
  balances(app.context.db, [
    userAccount(Number(owner.userId), 'BTC'),
    userAccount(Number(owner.userId), 'BTC', 'promotion'),
    campaignAccount(Number(id), 'BTC'),
    campaignAccount(Number(id), 'BTC', 'promotion')
  ])

describe('checking a coupon', () => {
  test('says what it does, however it is typed, signed in or not', async () => {
    const { code } = await newCoupon(gift)
    const typed = ` ${code.toLowerCase().replace('-', ' -')} `
    for (const { api } of [owner, app.open()]) {
      expect(await api.coupons.checkCoupon({ coupon_code: typed })).toMatchObject({
        status: 200,
        value: {
          data: {
            id: code,
            attributes: { effect: 'promotion', asset: 'BTC', amount: '500', expires_at: null }
          }
        }
      })
    }
  })

  test('refuses one that is unknown, has expired or is used up', async () => {
    const check = async (coupon_code: string) => {
      const result = await owner.api.coupons.checkCoupon({ coupon_code })
      return result.ok ? 'ok' : `${result.status} ${result.code}`
    }
    expect(await check('NEVER')).toBe('422 coupon_unknown')
    const ended = await newCoupon({ expires_at: '2026-03-02T10:00:00Z' })
    expect(await check(ended.code)).toBe('422 coupon_expired')
    const used = await newCoupon({ uses_limit: 2, uses_per_account: 5 })
    expect(await check(used.code)).toBe('ok')
    await createCampaign(owner.api, { coupon_code: used.code })
    await createCampaign(owner.api, { coupon_code: used.code })
    expect(await check(used.code)).toBe('422 coupon_used')
    const once = await newCoupon()
    await createCampaign(owner.api, { coupon_code: once.code })
    expect(await check(once.code)).toBe('422 coupon_used')
    expect(
      (await (await app.signIn()).api.coupons.checkCoupon({ coupon_code: once.code })).ok
    ).toBe(true)
  })

  test('cannot be done by trying codes', async () => {
    const guesser = app.open()
    const results = await Promise.all(
      Array.from({ length: 31 }, (_, index) =>
        guesser.api.coupons.checkCoupon({ coupon_code: `GUESS-${index}` })
      )
    )
    expect(results.filter(it => !it.ok && it.code === 'too_many_requests')).toHaveLength(1)
  })
})

describe('using a coupon', () => {
  test('halves the fee of its campaign only', async () => {
    const { code } = await newCoupon()
    const withCoupon = await createCampaign(owner.api, { coupon_code: code })
    const without = await createCampaign(owner.api)
    const { rows } = await sql<{ id: number }>`
      select id from campaigns where fee_halved order by id desc limit 1`.execute(app.context.db)
    expect(rows[0]?.id).toBe(Number(withCoupon.data.id))
    expect(Number(without.data.id)).toBeGreaterThan(Number(withCoupon.data.id))
  })

  test('refuses a campaign with a coupon that cannot be used, at its field', async () => {
    const ended = await newCoupon({ expires_at: '2026-03-02T09:00:00Z' })
    for (const [coupon_code, code] of [
      ['NEVER', 'coupon_unknown'],
      [ended.code, 'coupon_expired']
    ] as const) {
      expect(await owner.api.campaigns.createCampaign({ ...minimal, coupon_code })).toMatchObject({
        ok: false,
        code,
        errors: [{ source: { pointer: '/data/attributes/coupon_code' } }]
      })
    }
    const list = await owner.api.campaigns.listCampaigns()
    expect(list.ok && list.value.data).toEqual([])
  })

  test('is counted exactly when many use it at once', async () => {
    const { code, id } = await newCoupon({ ...gift, uses_limit: 7, uses_per_account: 2 })
    const browsers = await Promise.all(Array.from({ length: 6 }, () => signInKnown()))
    const results = await Promise.all(
      browsers.flatMap(({ api }) =>
        Array.from({ length: 4 }, () =>
          api.campaigns.createCampaign({ ...minimal, coupon_code: code })
        )
      )
    )
    expect(results.filter(it => it.ok)).toHaveLength(7)
    expect(new Set(results.flatMap(it => (it.ok ? [] : [it.code])))).toEqual(
      new Set(['coupon_used'])
    )
    const list = await admin.api.coupons.listCoupons({ 'page[limit]': 100 })
    const row = list.ok ? list.value.data.find(it => it.id === id) : undefined
    expect(row?.attributes).toMatchObject({ uses: 7, uses_limit: 7 })
    const given = await Promise.all(
      browsers.map(async ({ userId }) => {
        const account = userAccount(Number(userId), 'BTC', 'promotion')
        return (await balances(app.context.db, [account]))[0] ?? 0n
      })
    )
    expect(given.reduce((sum, it) => sum + it, 0n)).toBe(3500n)
    expect(given.every(it => it <= 1000n)).toBe(true)
  })
})

describe('a gift', () => {
  const take = (browser: SignedInBrowser, coupon_code: string) =>
    browser.api.campaigns.createCampaign({ ...minimal, coupon_code })

  test('is refused to accounts that cost nothing to make', async () => {
    const { code, id } = await newCoupon(gift)
    const strangers = await Promise.all(Array.from({ length: 30 }, () => app.signIn()))
    for (const stranger of strangers)
      expect(await take(stranger, code)).toMatchObject({ code: 'coupon_unconfirmed' })
    const list = await admin.api.coupons.listCoupons({ 'page[limit]': 100 })
    expect(list.ok && list.value.data.find(it => it.id === id)?.attributes.uses).toBe(0)
    const [first] = strangers
    if (!first) throw new Error('thirty have a first')
    await confirm(first)
    expect((await take(first, code)).ok).toBe(true)
    // A half-fee coupon gives no money, so an account with no confirmed address may use it.
    expect((await take(await app.signIn(), (await newCoupon()).code)).ok).toBe(true)
  })

  test('goes to five campaigns of one neighborhood in a day', async () => {
    const { code } = await newCoupon(gift)
    const answers: Awaited<ReturnType<typeof take>>[] = []
    for (let nth = 0; nth < 6; nth++)
      answers.push(await take(await signInKnown(`192.0.2.${nth + 1}`), code))
    expect(answers.map(it => (it.ok ? 'ok' : it.code))).toEqual([
      ...Array.from({ length: 5 }, () => 'ok'),
      'too_many_requests'
    ])
  })
})

describe('what one operator gives', () => {
  /** 0.06 BTC, which is more than half of the approval limit of 0.1 BTC. */
  const large = { effect: 'promotion', asset: 'BTC', amount: '6000000' } as const
  const take = async (coupon_code: string) => {
    const taken = await (await signInKnown()).api.campaigns.createCampaign({
      ...minimal,
      coupon_code
    })
    return taken.ok ? 'ok' : taken.code
  }
  let maker: SignedInBrowser
  let second: SignedInBrowser
  beforeEach(async () => {
    ;[maker, second] = [await app.signInAdmin(), await app.signInAdmin()]
  })

  test('by coupons is no more in a day than the approval limit, until another operator wants the same', async () => {
    const [one, other] = [
      { code: 'GIFT-ONE', ...large },
      { code: 'GIFT-OTHER', ...large, amount: '4000001' }
    ]
    for (const coupon of [one, other])
      expect(await maker.api.coupons.createCoupon(coupon)).toMatchObject({
        value: { data: { attributes: { is_limited: true } } }
      })
    expect(await take(one.code)).toBe('ok')
    expect([await take(one.code), await take(other.code)]).toEqual([
      'coupon_paused',
      'coupon_paused'
    ])
    app.context.clock.advance(86_400_001)
    expect(await Promise.all([take(one.code), take(other.code)])).toHaveLength(2)
    const list = await maker.api.coupons.listCoupons({ 'page[limit]': 100 })
    const uses = list.ok ? list.value.data.filter(it => it.attributes.code.startsWith('GIFT-')) : []
    expect(uses.reduce((sum, it) => sum + it.attributes.uses, 0)).toBe(2)

    expect(await maker.api.coupons.createCoupon(one)).toMatchObject({ code: 'coupon_taken' })
    const different = { ...one, amount: '6000001' }
    expect(await second.api.coupons.createCoupon(different)).toMatchObject({ code: 'coupon_taken' })
    expect(await second.api.coupons.createCoupon(one)).toMatchObject({
      value: { data: { attributes: { is_limited: false, uses: expect.any(Number) } } }
    })
    expect([await take(one.code), await take(one.code)]).toEqual(['ok', 'ok'])
  })

  test('asks for a fresh proof, also to let a coupon continue, and no new operator approves', async () => {
    const coupon = { code: 'GIFT-THREE', ...large }
    expect((await maker.api.coupons.createCoupon(coupon)).ok).toBe(true)
    const puppet = await app.signIn()
    for (const it of [maker, second])
      expect((await it.api.admin.setRoles({ id: puppet.userId, roles: ['admin'] })).ok).toBe(true)
    const { coupons } = puppet.api
    const calls = () => [
      coupons.createCoupon(coupon),
      coupons.updateCoupon({ id: '1', expires_at: null })
    ]
    for (const call of calls()) expect(await call).toMatchObject({ code: 'step_up_required' })
    await app.context.db
      .updateTable('sessions')
      .set({ stepped_up_at: '2126-01-01T00:00:00Z' })
      .where('user_id', '=', Number(puppet.userId))
      .execute()
    expect(await coupons.createCoupon(coupon)).toMatchObject({ code: 'operator_too_new' })
  })
})

describe('promotional credit', () => {
  test('is shown as what cannot be withdrawn, goes to campaigns first and comes back as what it is', async () => {
    const { code } = await newCoupon(gift)
    await credit(app.context, owner.userId, 1000n)
    const { id } = (await createCampaign(owner.api, { coupon_code: code })).data
    const user = await owner.api.accounts.readCurrentUser()
    expect(user.ok && user.value.data.attributes.non_withdrawable_balance).toBe('500')
    const finances = await owner.api.finances.readBalances({ userId: owner.userId })
    expect(finances.ok && finances.value.data[0]?.attributes).toMatchObject({
      available: '1000',
      promotion: '500'
    })

    expect(await owner.api.campaigns.fundCampaign({ id, amount: '700' })).toMatchObject({
      value: {
        meta: { campaign_balance: '700', available_balance: '800', promotion_balance: '0' }
      }
    })
    expect(await money(id)).toEqual([800n, 0n, 200n, 500n])
    expect((await owner.api.campaigns.archiveCampaign({ id })).ok).toBe(true)
    expect(await money(id)).toEqual([1000n, 500n, 0n, 0n])
  })

  test('pays for a campaign as far as it goes, and is refused with the rest when that is not there', async () => {
    const { code } = await newCoupon(gift)
    const { id } = (await createCampaign(owner.api, { coupon_code: code })).data
    expect(await owner.api.campaigns.fundCampaign({ id, amount: '501' })).toMatchObject({
      ok: false,
      code: 'insufficient_funds'
    })
    expect(await owner.api.campaigns.fundCampaign({ id, amount: '500' })).toMatchObject({
      ok: true
    })
    expect(await money(id)).toEqual([0n, 0n, 0n, 500n])
  })

  test('is given to campaigns once, by however many requests', async () => {
    const { code } = await newCoupon(gift)
    await credit(app.context, owner.userId, 1000n)
    const first = (await createCampaign(owner.api, { coupon_code: code })).data
    const second = (await createCampaign(owner.api)).data
    const results = await Promise.all(
      [first, second, first, second].map(({ id }) =>
        owner.api.campaigns.fundCampaign({ id, amount: '300' })
      )
    )
    expect(results.map(it => it.ok)).toEqual([true, true, true, true])
    const [one, other] = [await money(first.id), await money(second.id)]
    expect([one[0], one[1]]).toEqual([300n, 0n])
    expect((one[3] ?? 0n) + (other[3] ?? 0n)).toBe(500n)
    expect((one[2] ?? 0n) + (other[2] ?? 0n)).toBe(700n)
  })
})

describe('the operator', () => {
  test('creates coupons, once for each code, and ends them', async () => {
    const { code, id } = await newCoupon({ uses_limit: 3 })
    expect(
      await admin.api.coupons.createCoupon({ code: code.toLowerCase(), effect: 'half_fee' })
    ).toMatchObject({
      code: 'coupon_taken',
      errors: [{ source: { pointer: '/data/attributes/code' } }]
    })
    expect(
      await admin.api.coupons.updateCoupon({ id, expires_at: '2026-03-02T09:59:59Z' })
    ).toMatchObject({ value: { data: { attributes: { expires_at: '2026-03-02T09:59:59.000Z' } } } })
    expect(await owner.api.coupons.checkCoupon({ coupon_code: code })).toMatchObject({
      code: 'coupon_expired'
    })
    expect(await admin.api.coupons.updateCoupon({ id: '999', expires_at: null })).toMatchObject({
      code: 'not_found'
    })
  })

  test.each([
    { code: 'ABC', effect: 'half_fee' },
    { code: 'WITHOUT', effect: 'promotion' },
    { code: 'WITH', effect: 'half_fee', amount: '1', asset: 'BTC' },
    { code: 'NOTHING', effect: 'promotion', amount: '0', asset: 'BTC' },
    { code: 'LIMIT', effect: 'half_fee', uses_limit: 0 }
  ] satisfies Input[])('is refused %j', async input => {
    expect(await admin.api.coupons.createCoupon(input)).toMatchObject({ ok: false, status: 422 })
  })

  test('is closed to all others', async () => {
    expect(await owner.api.coupons.listCoupons()).toMatchObject({ status: 403 })
    expect(
      await owner.api.coupons.createCoupon({ code: 'MINE', effect: 'half_fee' })
    ).toMatchObject({ status: 403 })
  })
})

test.each([
  [
    'its count',
    sql`update coupons set uses = uses + 1 where uses_limit is null`,
    /^coupon .* was used \d times, and says/
  ],
  [
    'its money',
    sql`update ledger_transfers set amount = amount + 1 where kind = 'coupon'`,
    /^coupon:\d+: a transfer of 501 that no coupon gave/
  ],
  [
    'promotion money that left',
    sql`update ledger_accounts set kind = 'payable' where owner = 'campaign' and kind = 'promotion'`,
    /takes \d+ of promotion money/
  ]
])('a check finds %s wrong', async (_name, tampering, words) => {
  const { code } = await newCoupon(gift)
  const { id } = (await createCampaign(owner.api, { coupon_code: code })).data
  await owner.api.campaigns.fundCampaign({ id, amount: '100' })
  const undo = new Error('undone')
  const problems: string[] = []
  await app.context.db
    .transaction()
    .execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await tampering.execute(tx)
      // The checks run inside this transaction, so that other tests do not see the changed rows.
      for (const verify of [verifyCoupons, verifyLedger]) {
        const inside = {
          transaction: () => ({
            setIsolationLevel: () => ({
              setAccessMode: () => ({ execute: (run: (it: typeof tx) => unknown) => run(tx) })
            })
          })
        }
        const verdict = await verify(inside as never)
        if (!verdict.ok) problems.push(verdict.problem)
      }
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  expect(problems.some(it => words.test(it)) ? '' : problems.join('; ')).toBe('')
})

test('the network owes what it gave and was not spent', async () => {
  const [owed = 0n] = await balances(app.context.db, [networkAccount('BTC', 'promotion')])
  expect(owed).toBeLessThan(0n)
})
