import { dayMs } from '@mille/api/durations.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetSignUpKeys } from './sign-up-place.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function placeOf(userId: string): Promise<string | null> {
  const { place } = await app.context.db
    .selectFrom('users')
    .select('sign_up_place as place')
    .where('id', '=', Number(userId))
    .executeTakeFirstOrThrow()
  return place?.toString('hex') ?? null
}

const placeFrom = async (address: string) => placeOf((await app.signIn(address)).userId)

async function lastMail(recipient: string): Promise<string> {
  const mail = await app.context.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return mail.text
}

async function placeOfEmail(email: string): Promise<string | null> {
  const users = app.context.db.selectFrom('users').select('id').where('email', '=', email)
  return placeOf(String((await users.executeTakeFirstOrThrow()).id))
}

test('an account keeps eight bytes of where it was made, and none where that says nothing', async () => {
  const place = await placeFrom('203.0.113.7')
  expect(place).toMatch(/^[0-9a-f]{16}$/)
  expect(await placeFrom('203.0.113.200')).toBe(place)
  expect(await placeFrom('203.0.114.7')).not.toBe(place)
  expect(await placeFrom('127.0.0.1')).toBeNull()
  app.context.clock.advance(dayMs)
  expect(await placeFrom('203.0.113.7')).not.toBe(place)
})

test('once the key is destroyed nothing leads from the bytes to the neighborhood', async () => {
  const place = await placeFrom('203.0.113.7')
  app.context.clock.advance(dayMs)
  await forgetSignUpKeys(app.context.db, app.context.now())
  expect(await app.context.db.selectFrom('sign_up_keys').select('day').execute()).toEqual([])
  app.context.clock.advance(-dayMs)
  expect(await placeFrom('203.0.113.7')).not.toBe(place)
})

test('an account that is created with an emailed code or link has the place in which it was opened', async () => {
  const place = await placeFrom('198.51.100.7')
  const [coded, linked] = ['coded@example.com', 'linked@example.com']
  const browser = app.open('198.51.100.8')
  await browser.api.accounts.signUp({ email: coded })
  const [code = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(await lastMail(coded)) ?? []
  expect(await browser.api.accounts.signIn({ access_code: code })).toMatchObject({ ok: true })
  expect(await placeOfEmail(coded)).toBe(place)
  await app.open('192.0.2.7').api.accounts.signUp({ email: linked })
  const [, token = ''] = /\/user\/confirm\?token=([\w-]+)/.exec(await lastMail(linked)) ?? []
  const elsewhere = app.open('198.51.100.9').api.accounts
  expect(await elsewhere.confirmAddress({ token })).toMatchObject({ ok: true })
  expect(await placeOfEmail(linked)).toBe(place)
})

test('it goes with the account, and is not in its export', async () => {
  const person = await app.signIn('203.0.113.7')
  const place = await placeOf(person.userId)
  await app.context.pool.query('update sessions set stepped_up_at = $1', [app.context.now()])
  const exported = await person.transport('/api/v1/user/export', { method: 'GET' })
  const text = await exported.text()
  expect(text).toContain('"users"')
  expect(text).not.toContain('sign_up_place')
  expect(text).not.toContain(place)
  expect(await person.api.privacy.deleteUser({ id: person.userId })).toMatchObject({ status: 204 })
  expect(await placeOf(person.userId)).toBeNull()
})
