import { createApi } from '@mille/api/client.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { browserName } from './browser-name.ts'

let app: TestApp
let user: SignedInBrowser
let people = 0

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signIn()
})

async function giveAddress(): Promise<string> {
  const email = `secure-${people++}@example.com`
  const id = Number(user.userId)
  await app.context.db.updateTable('users').set({ email }).where('id', '=', id).execute()
  return email
}

async function mailedCode(email: string): Promise<string> {
  const mail = await app.context.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mail.text)?.[0] ?? ''
}

const required = { ok: false, status: 422, code: 'step_up_required' }

test('without an address the account code proves it, for five minutes', async () => {
  const { accounts, security } = user.api
  await accounts.confirmAccountCode()
  expect(await security.rotateAccountCode()).toMatchObject(required)
  expect(await security.readStepUp()).toMatchObject({
    value: { data: { attributes: { methods: ['account_code'], valid_until: null } } }
  })
  expect(await security.requestStepUpCode()).toMatchObject({ code: 'step_up_unavailable' })
  expect(await security.stepUp({ access_code: user.accessCode })).toMatchObject({
    ok: true,
    value: {
      data: {
        attributes: {
          valid_until: new Date(app.context.now().getTime() + 300_000).toISOString()
        }
      }
    }
  })
  app.context.clock.advance(299_000)
  expect((await security.rotateAccountCode()).ok).toBe(true)
  await accounts.confirmAccountCode()
  app.context.clock.advance(1_000)
  expect(await security.rotateAccountCode()).toMatchObject(required)
})

test('with an address, a proof takes an emailed code, in the session that requested it', async () => {
  const email = await giveAddress()
  const elsewhere = app.open()
  await elsewhere.api.accounts.signIn({ access_code: user.accessCode })
  const { security } = user.api
  expect(await security.requestStepUpCode()).toMatchObject({ ok: true, status: 204 })
  const code = await mailedCode(email)
  expect(await elsewhere.api.security.stepUp({ access_code: code })).toMatchObject({
    code: 'access_code_expired'
  })
  expect(await security.stepUp({ access_code: user.accessCode })).toMatchObject({
    code: 'access_code_wrong'
  })
  expect(await security.stepUp({ access_code: '0000-0000-0000' })).toMatchObject({
    code: 'access_code_wrong',
    errors: [{ source: { pointer: '/data/attributes/access_code' } }]
  })
  expect((await security.stepUp({ access_code: code })).ok).toBe(true)
  expect(await security.stepUp({ access_code: code })).toMatchObject({
    code: 'access_code_expired'
  })
  // A step-up code cannot be used to sign in.
  await security.requestStepUpCode()
  const another = await mailedCode(email)
  expect((await app.open().api.accounts.signIn({ access_code: another })).ok).toBe(false)
})

test('five wrong codes end an emailed one, and ten end trying', async () => {
  const email = await giveAddress()
  await user.api.security.requestStepUpCode()
  const code = await mailedCode(email)
  for (let guess = 0; guess < 5; guess++)
    await user.api.security.stepUp({ access_code: `0000-0000-000${guess}` })
  expect(await user.api.security.stepUp({ access_code: code })).toMatchObject({
    code: 'access_code_expired'
  })
  for (let guess = 0; guess < 4; guess++) await user.api.security.stepUp({ access_code: 'wrong' })
  expect(await user.api.security.stepUp({ access_code: code })).toMatchObject({
    status: 429,
    code: 'too_many_requests'
  })
})

test('a sign-in with an emailed code already counts as a proof', async () => {
  const email = await giveAddress()
  const browser = app.open()
  await browser.api.accounts.requestAccessCode({ email })
  await browser.api.accounts.signIn({ access_code: await mailedCode(email) })
  expect((await browser.api.security.rotateAccountCode()).ok).toBe(true)
})

test('a new account code ends the old one and every other session', async () => {
  const elsewhere = app.open()
  await elsewhere.api.accounts.signIn({ access_code: user.accessCode })
  await user.api.security.stepUp({ access_code: user.accessCode })
  const rotated = await user.api.security.rotateAccountCode()
  const code = (rotated.ok && rotated.value.meta.access_code) || ''
  expect(code).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{2}$/)
  expect((await user.api.accounts.readCurrentUser()).ok).toBe(true)
  expect(await elsewhere.api.accounts.readCurrentUser()).toMatchObject({ status: 401 })
  const { signIn } = app.open().api.accounts
  expect(await signIn({ access_code: user.accessCode })).toMatchObject({
    code: 'access_code_wrong'
  })
  expect((await signIn({ access_code: code })).ok).toBe(true)
})

test('sessions are listed, and each can be ended but other people’s', async () => {
  const other = app.open()
  await other.api.accounts.signIn({ access_code: user.accessCode })
  const third = app.open()
  await third.api.accounts.signIn({ access_code: user.accessCode })
  const sessions = async () => {
    const list = await user.api.security.listSessions()
    return list.ok ? list.value.data : []
  }
  expect((await sessions()).map(it => it.attributes.is_current).sort()).toEqual([
    false,
    false,
    true
  ])
  const [last] = (await sessions()).filter(it => !it.attributes.is_current)
  const id = last?.id ?? ''
  const stranger = await app.signIn()
  expect(await stranger.api.security.endSession({ id })).toMatchObject({ status: 404 })
  expect(await user.api.security.endSession({ id })).toMatchObject({ status: 204 })
  expect(await user.api.security.endSession({ id })).toMatchObject({ status: 404 })
  expect(await sessions()).toHaveLength(2)
  expect(await user.api.security.endOtherSessions()).toMatchObject({ status: 204 })
  expect(await sessions()).toMatchObject([{ attributes: { is_current: true } }])
  expect(await third.api.accounts.readCurrentUser()).toMatchObject({ status: 401 })
  expect(await other.api.accounts.readCurrentUser()).toMatchObject({ status: 401 })
})

test('an account is notified of a browser that it does not know, and of no other', async () => {
  const signInWith = (agent: string) => {
    const browser = app.open()
    const call = browser.transport
    const { api } = {
      api: createApi({
        transport: (path, init) => {
          const headers = new Headers(init.headers)
          headers.set('user-agent', agent)
          return call(path, { ...init, headers })
        }
      })
    }
    return api.accounts.signIn({ access_code: user.accessCode })
  }
  for (const agent of [
    'Firefox/1 Linux',
    'Chrome/1 Windows',
    'Chrome/2 Windows',
    'Firefox/2 Linux'
  ])
    expect((await signInWith(agent)).ok).toBe(true)
  const notifications = await user.api.notifications.listNotifications({ userId: user.userId })
  expect(
    notifications.ok && notifications.value.data.map(it => it.attributes.text.split('.')[0])
  ).toEqual(['Someone signed in with Chrome on Windows', 'Someone signed in with Firefox on Linux'])
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows'
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS'
  ],
  ['curl/8.1', 'curl/8.1'],
  ['', 'an unknown browser']
])('%s is called %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
