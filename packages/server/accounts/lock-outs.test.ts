import { type Browser, createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { solveProof } from '../http/testing/proof.ts'

let app: TestApp
let home: Browser
let email: string
let people = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  email = `victim-${people++}@example.com`
  home = app.open(`192.${people}.2.7`)
  await home.api.accounts.signUp({ email })
  await home.api.accounts.signIn({ access_code: await mailedCode() })
})

async function mailedCode(): Promise<string> {
  const mail = await app.context.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mail.text)?.[0] ?? ''
}

/** Requests as many codes as possible from four networks. */
async function flood(): Promise<void> {
  for (let times = 0; times < 40; times++)
    await app.open(`203.${people}.${times % 4}.7`).api.accounts.requestAccessCode({ email })
}

test('codes that strangers request do not keep people from proving who they are', async () => {
  await flood()
  expect(await home.api.security.requestStepUpCode()).toMatchObject({ status: 204 })
  expect(await home.api.security.stepUp({ access_code: await mailedCode() })).toMatchObject({
    ok: true
  })
})

test('nor from signing in again where they were signed in before', async () => {
  await home.api.accounts.signOut()
  await flood()
  expect(await home.api.accounts.requestAccessCode({ email })).toMatchObject({ status: 202 })
  expect(await home.api.accounts.signIn({ access_code: await mailedCode() })).toMatchObject({
    ok: true
  })
})

test('nor in a new browser, which works for a second first', async () => {
  await flood()
  const phone = app.open()
  expect(await phone.api.accounts.requestAccessCode({ email })).toMatchObject({
    code: 'captcha_required'
  })
  const captcha = await solveProof(phone.api, 'access_code')
  expect(await phone.api.accounts.requestAccessCode({ email, captcha })).toMatchObject({
    status: 202
  })
})

test('wrong codes of a neighbor cost a second in a new browser and nothing in a known one', async () => {
  const neighbor = app.open(`192.${people}.2.7`)
  for (let times = 0; times < 12; times++)
    await neighbor.api.accounts.signIn({ access_code: '0000-0000-0000' })
  await home.api.accounts.requestAccessCode({ email })
  expect(await home.api.accounts.signIn({ access_code: await mailedCode() })).toMatchObject({
    ok: true
  })
  const phone = app.open(`192.${people}.2.7`)
  await phone.api.accounts.requestAccessCode({ email })
  const access_code = await mailedCode()
  expect(await phone.api.accounts.signIn({ access_code })).toMatchObject({
    code: 'captcha_required'
  })
  const captcha = await solveProof(phone.api, 'sign_in')
  expect(await phone.api.accounts.signIn({ access_code, captcha })).toMatchObject({ ok: true })
})

test('a cookie that the server did not give, or gave to another account, has no effect', async () => {
  await flood()
  const stranger = app.open()
  const known = home.cookies.get('known') ?? ''
  expect(known).toMatch(/^\d+\.[\w-]{22}\.[\w-]{22}$/)
  stranger.cookies.set('known', known.replace(/^\d+/, '999'))
  expect(await stranger.api.accounts.requestAccessCode({ email })).toMatchObject({
    code: 'captcha_required'
  })
  const other = app.open()
  const mine = `other-${people}@example.com`
  await other.api.accounts.signUp({ email: mine })
  other.cookies.set('known', known)
  for (let times = 0; times < 3; times++)
    expect((await other.api.accounts.requestAccessCode({ email: mine })).ok).toBe(true)
  // A known browser has its own limit of five emails an hour, so that it cannot be used to fill a mailbox.
  const answers: number[] = []
  for (let times = 0; times < 6; times++)
    answers.push((await home.api.accounts.requestAccessCode({ email })).status)
  expect(answers).toEqual([202, 202, 202, 202, 202, 429])
})
