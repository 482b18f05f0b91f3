import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

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

const address = () => `confirm-${people++}@example.com`

async function lastMail(recipient: string): Promise<string> {
  const mail = await app.context.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return mail?.text ?? ''
}
const tokenIn = (text: string) => /\/user\/confirm\?token=([\w-]+)/.exec(text)?.[1] ?? ''
const codeIn = (text: string) => /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0] ?? ''
const press = (token: string) => app.open().api.accounts.confirmAddress({ token })
const pressHere = (token: string) => user.api.accounts.confirmAddress({ token })
const invalid = { ok: false, status: 422, code: 'confirmation_invalid' }

async function prove(): Promise<void> {
  await user.api.security.stepUp({ access_code: user.accessCode })
}
async function emailOf(): Promise<string | null> {
  const read = await user.api.accounts.readCurrentUser()
  return read.ok ? read.value.data.attributes.email : 'signed out'
}

test('the link of a sign-up opens the account once, and does not sign in', async () => {
  const email = address()
  const browser = app.open()
  await browser.api.accounts.signUp({ email, username: `name-${people}` })
  const mail = await lastMail(email)
  const elsewhere = app.open()
  expect(await elsewhere.api.accounts.confirmAddress({ token: tokenIn(mail) })).toMatchObject({
    ok: true,
    status: 204
  })
  expect(await elsewhere.api.accounts.readCurrentUser()).toMatchObject({ status: 401 })
  expect(await press(tokenIn(mail))).toMatchObject(invalid)
  const signedIn = await browser.api.accounts.signIn({ access_code: codeIn(mail) })
  expect(signedIn).toMatchObject({ value: { data: { attributes: { email } } } })
})

test('many accounts mail no more to a stranger than one does', async () => {
  const stranger = address()
  const answers: string[] = []
  for (let nth = 0; nth < 8; nth++) {
    user = await app.signIn()
    await prove()
    const changed = await user.api.accounts.updateUser({ id: user.userId, email: stranger })
    answers.push(changed.ok ? 'mailed' : changed.code)
  }
  expect(answers).toEqual([...Array(5).fill('mailed'), ...Array(3).fill('captcha_required')])
  // The user can still change to another address of their own.
  expect(await user.api.accounts.updateUser({ id: user.userId, email: address() })).toMatchObject({
    ok: true
  })
})

test('a link expires after a day, and one that was never sent is refused', async () => {
  const email = address()
  await app.open().api.accounts.signUp({ email })
  const token = tokenIn(await lastMail(email))
  app.context.clock.advance(86_400_000)
  for (const wrong of [token, 'x', `${token}x`]) expect(await press(wrong)).toMatchObject(invalid)
})

test('a sign-up for an address that has an account gets the same mail', async () => {
  const email = address()
  const mails: string[] = []
  for (let time = 0; time < 2; time++) {
    const browser = app.open()
    await browser.api.accounts.signUp({ email })
    const mail = await lastMail(email)
    mails.push(mail.replace(codeIn(mail), 'CODE').replace(tokenIn(mail), 'TOKEN'))
    expect((await press(tokenIn(mail))).ok).toBe(true)
  }
  expect(mails[1]).toBe(mails[0])
})

test('an account without an address gets one when it has proved itself and the new side confirms', async () => {
  const email = address()
  const change = () => user.api.accounts.updateUser({ id: user.userId, email })
  await user.api.accounts.confirmAccountCode()
  expect(await change()).toMatchObject({ code: 'step_up_required' })
  await prove()
  expect(await change()).toMatchObject({ value: { data: { attributes: { email: null } } } })
  expect(await emailOf()).toBeNull()
  expect((await pressHere(tokenIn(await lastMail(email)))).ok).toBe(true)
  expect(await emailOf()).toBe(email)
})

test('a victim never ends up in an account that another person prepared for their address', async () => {
  const email = address()
  await prove()
  await user.api.accounts.updateUser({ id: user.userId, email })
  const token = tokenIn(await lastMail(email))
  const elsewhere = { status: 422, code: 'confirmation_elsewhere' }
  const victim = await app.signIn()
  expect(await press(token)).toMatchObject(elsewhere)
  expect(await victim.api.accounts.confirmAddress({ token })).toMatchObject(elsewhere)
  expect(await emailOf()).toBeNull()
  // The victim signs up by email and receives a separate account.
  const browser = app.open()
  await browser.api.accounts.signUp({ email })
  const signedIn = await browser.api.accounts.signIn({
    access_code: codeIn(await lastMail(email))
  })
  expect(signedIn.ok && signedIn.value.data.id).not.toBe(user.userId)
})

test('a change of the address takes a yes from both sides, in any order', async () => {
  const [first, second] = [address(), address()]
  await prove()
  await user.api.accounts.updateUser({ id: user.userId, email: first })
  await pressHere(tokenIn(await lastMail(first)))
  expect((await user.api.accounts.updateUser({ id: user.userId, email: second })).ok).toBe(true)
  const newSide = tokenIn(await lastMail(second))
  expect((await pressHere(newSide)).ok).toBe(true)
  expect((await pressHere(newSide)).ok).toBe(true)
  expect(await emailOf()).toBe(first)
  expect((await press(tokenIn(await lastMail(first)))).ok).toBe(true)
  expect(await emailOf()).toBe(second)
  expect(await press(newSide)).toMatchObject(invalid)
})

test('whether the new address has an account is told to that address only', async () => {
  const taken = address()
  const other = app.open()
  await other.api.accounts.signUp({ email: taken })
  await press(tokenIn(await lastMail(taken)))
  await prove()
  expect((await user.api.accounts.updateUser({ id: user.userId, email: taken })).ok).toBe(true)
  const mail = await lastMail(taken)
  expect(mail).toContain('already has an account')
  expect(tokenIn(mail)).toBe('')
  expect(await emailOf()).toBeNull()
})

test('a name is changed at once, unless it is taken or not one’s own account', async () => {
  const { updateUser } = user.api.accounts
  expect(await updateUser({ id: user.userId, username: 'Grace' })).toMatchObject({
    value: { data: { attributes: { username: 'Grace' } } }
  })
  expect(await updateUser({ id: user.userId, username: 'grace' })).toMatchObject({ ok: true })
  const stranger = await app.signIn()
  expect(
    await stranger.api.accounts.updateUser({ id: stranger.userId, username: 'GRACE' })
  ).toMatchObject({ code: 'username_taken' })
  expect(
    await stranger.api.accounts.updateUser({ id: user.userId, username: 'Mine' })
  ).toMatchObject({ status: 404 })
})
