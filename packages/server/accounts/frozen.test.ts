import { credit } from '@mille/testing/campaigns.ts'
import { addPasskey, createTestPasskey } from '@mille/testing/passkey.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
beforeEach(async () => {
  user = await app.signIn()
})
afterAll(() => app.close())

const reason = 'Someone else may use the account.'
const freeze = () => admin.api.admin.suspendPerson({ id: user.userId, kind: 'money', reason })
const lift = () => admin.api.admin.liftSuspension({ id: user.userId })
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

/** Makes every call that moves money out of an account, or decides who can do that later. */
async function changes(passkeyId: string) {
  const { api, userId: id } = user
  const { publicUrl } = app.context.config
  const challenge = await api.passkeys.createPasskeyChallenge({ purpose: 'register' })
  if (!challenge.ok) throw new Error(challenge.code)
  const { challenge: text } = challenge.value.data.attributes.options as { challenge: string }
  const response = createTestPasskey(publicUrl).register(text)
  const wish = { token_code: 'BTC', address } as const
  return {
    'POST /api/v1/withdrawals': () => api.payments.createWithdrawal({ ...wish, amount: '1000000' }),
    'POST /api/v1/lightning_withdrawals': () =>
      api.payments.createLightningWithdrawal({ invoice: 'lnbcrt10u1' }),
    'POST /api/v1/automatic_payouts': () =>
      api.payments.setAutomaticPayout({ ...wish, threshold: '1000000' }),
    'POST /api/v1/publication_orders': () =>
      api.marketplace.createOrder({
        offer_id: '1',
        currency: 'usd',
        target_url: 'https://shop.example/',
        brief: 'A note with one link to the shop.'
      }),
    'POST /api/v1/user/passkeys': () => api.passkeys.createPasskey({ name: 'New', response }),
    'DELETE /api/v1/user/passkeys/{id}': () => api.passkeys.deletePasskey({ id: passkeyId }),
    'POST /api/v1/user/account_code': () => api.security.rotateAccountCode(),
    'PATCH /api/v1/users/{id}': () =>
      api.accounts.updateUser({ id, email: `${id}@other.example`, username: `name-${id}` }),
    'DELETE /api/v1/users/{id}': () => api.privacy.deleteUser({ id }),
    // The account of someone else is not shown to one that may be in other hands.
    'PUT /api/v1/memberships/{id}/viewing': () => api.members.viewMembership({ id: '1' })
  }
}

async function waysIn() {
  const [account, passkeys, payouts] = await Promise.all([
    user.api.accounts.readCurrentUser(),
    user.api.passkeys.listPasskeys(),
    user.api.payments.listAutomaticPayouts()
  ])
  if (!account.ok || !passkeys.ok || !payouts.ok) throw new Error('refused')
  const { username, email } = account.value.data.attributes
  const links = await app.context.db
    .selectFrom('confirmations')
    .select('side')
    .where('user_id', '=', Number(user.userId))
    .limit(9)
    .execute()
  return [username, email, passkeys.value.data, payouts.value.data, links]
}

test('every call that lets money leave, now or later, is refused to a frozen account with the reason', async () => {
  const passkey = await addPasskey(user, app.context.config.publicUrl)
  await credit(app.context, user.userId, 100_000_000n)
  await user.api.security.stepUp({ access_code: user.accessCode })
  const before = await waysIn()
  expect(await freeze()).toMatchObject({ ok: true })
  const calls = await changes(passkey.id)
  for (const [name, call] of Object.entries(calls)) {
    const refused = { status: 403, code: 'account_frozen' }
    const answer = await call()
    expect(answer, name).toMatchObject({
      ...refused,
      errors: [{ detail: expect.stringContaining(reason) }]
    })
  }
  expect(await waysIn()).toEqual(before)
  const declared = app.served
    .filter(it => it.endpoint.errors.some(code => code === 'account_frozen'))
    .map(({ endpoint: { method, path } }) => `${method} ${path}`)
  expect(declared.toSorted()).toEqual(Object.keys(calls).toSorted())
  await lift()
  for (const [name, call] of Object.entries(calls)) {
    const answer = await call()
    expect(answer.ok || answer.code, name).not.toBe('account_frozen')
  }
  expect(await waysIn()).not.toEqual(before)
})

test('a frozen account still changes its name, ends sessions and keys, and stops automatic payouts', async () => {
  const { api, userId: id } = user
  const key = await api.apiKeys.createApiKey({ name: 'Own', scopes: ['campaigns'] })
  if (!key.ok) throw new Error(key.code)
  await app.context.db
    .insertInto('automatic_payouts')
    .values({
      ...{ user_id: Number(id), asset: 'BTC', token_code: 'BTC', address, threshold: 1_000_000n },
      changed_at: app.context.now()
    })
    .execute()
  await freeze()
  for (const answer of [
    await api.accounts.updateUser({ id, username: `name-${id}` }),
    await api.apiKeys.revokeApiKey({ id: key.value.data.id }),
    await api.payments.endAutomaticPayout({ id: 'BTC' }),
    await api.security.endOtherSessions()
  ])
    expect(answer).toMatchObject({ ok: true })
})

test('a freeze ends a change of the email address that was started before', async () => {
  const { api, userId: id } = user
  await api.security.stepUp({ access_code: user.accessCode })
  expect(await api.accounts.updateUser({ id, email: `${id}@other.example` })).toMatchObject({
    ok: true
  })
  expect((await waysIn()).at(-1)).toEqual([{ side: 'new_address' }])
  await freeze()
  expect((await waysIn()).at(-1)).toEqual([])
})
