import type { ConsentKind } from '@mille/api/constants.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
let admin: SignedInBrowser

beforeEach(async () => {
  await app?.close()
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const address = 'ada@example.com'
const shown = { terms_version: 2, privacy_version: 1 }

/** Publishes two versions of the terms and one of the privacy policy. */
async function publishBoth(): Promise<void> {
  await publish('terms', 1)
  await publish('terms', 2)
  await publish('privacy', 1)
}

async function publish(kind: ConsentKind, version: number): Promise<void> {
  const published = await admin.api.legal.publishLegalPage({ kind, version, text: 'Some rules.' })
  expect(published).toMatchObject({ status: 201 })
}

function readStored() {
  return app.context.db
    .selectFrom('legal_consents')
    .select(['user_id', 'kind', 'version', 'consented_at'])
    .orderBy('kind', 'desc')
    .orderBy('version')
    .execute()
}

async function lastMail(): Promise<string> {
  const mail = await app.context.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', address)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return mail?.text ?? ''
}
const codeIn = (text: string) => /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0] ?? ''
const tokenIn = (text: string) => /\/user\/confirm\?token=([\w-]+)/.exec(text)?.[1] ?? ''

test('an account without an address stores the versions that its form showed', async () => {
  await publishBoth()
  const created = await app.open().api.accounts.signUp({ anonymous: true, ...shown })
  const userId = created.ok ? Number(created.value.data?.id) : 0
  const consented_at = app.context.now()
  expect(await readStored()).toEqual([
    { user_id: userId, kind: 'terms', version: 2, consented_at },
    { user_id: userId, kind: 'privacy', version: 1, consented_at }
  ])
})

test('an account that an emailed code creates has agreed when the code is entered', async () => {
  await publishBoth()
  const browser = app.open()
  await browser.api.accounts.signUp({ email: address, ...shown })
  expect(await readStored()).toEqual([])
  // A version that is published in between was not shown, so it is not what the person agreed to.
  await publish('terms', 3)
  app.context.clock.advance(60_000)
  const signedIn = await browser.api.accounts.signIn({ access_code: codeIn(await lastMail()) })
  const userId = signedIn.ok ? Number(signedIn.value.data.id) : 0
  const consented_at = app.context.now()
  expect(await readStored()).toEqual([
    { user_id: userId, kind: 'terms', version: 2, consented_at },
    { user_id: userId, kind: 'privacy', version: 1, consented_at }
  ])
})

test('an account that a link creates has agreed too, and the code adds nothing', async () => {
  await publishBoth()
  const browser = app.open()
  await browser.api.accounts.signUp({ email: address, ...shown })
  const mail = await lastMail()
  expect(await app.open().api.accounts.confirmAddress({ token: tokenIn(mail) })).toMatchObject({
    status: 204
  })
  const agreed = [
    { kind: 'terms', version: 2 },
    { kind: 'privacy', version: 1 }
  ]
  expect(await readStored()).toMatchObject(agreed)
  await browser.api.accounts.signIn({ access_code: codeIn(mail) })
  expect(await readStored()).toMatchObject(agreed)
  expect(await readStored()).toHaveLength(2)
})

test('signing up with the address of an account agrees to nothing for its owner', async () => {
  await publish('terms', 1)
  const browser = app.open()
  await browser.api.accounts.signUp({ email: address })
  await browser.api.accounts.signIn({ access_code: codeIn(await lastMail()) })
  await browser.api.accounts.signUp({ email: address, terms_version: 1 })
  await browser.api.accounts.signIn({ access_code: codeIn(await lastMail()) })
  expect(await readStored()).toEqual([])
})

test('a version that was never published is refused, and an earlier one is stored as such', async () => {
  await publishBoth()
  const { accounts } = app.open().api
  for (const other of [{ terms_version: 3 }, { privacy_version: 2 }, { terms_version: 9 }]) {
    const pointer = Object.keys(other)[0]
    for (const way of [{ anonymous: true as const }, { email: address }])
      expect(await accounts.signUp({ ...way, ...other })).toMatchObject({
        status: 422,
        code: 'legal_version_unknown',
        errors: [{ source: { pointer: expect.stringContaining(pointer ?? '') } }]
      })
  }
  expect(await accounts.signUp({ anonymous: true, terms_version: 0 })).toMatchObject({
    code: 'invalid'
  })
  expect(await lastMail()).toBe('')
  expect(await accounts.signUp({ anonymous: true, terms_version: 1 })).toMatchObject({ ok: true })
  expect(await readStored()).toMatchObject([{ kind: 'terms', version: 1 }])
})

test('an account reads what it agreed to, and agrees to a newer version once', async () => {
  await publishBoth()
  const user = await app.signIn()
  const { legal } = user.api
  expect(await legal.listLegalConsents()).toMatchObject({
    value: {
      data: [
        { id: 'terms', attributes: { version: 2, agreed_version: null, agreed_at: null } },
        { id: 'privacy', attributes: { version: 1, agreed_version: null, agreed_at: null } }
      ]
    }
  })
  const first = app.context.now().toISOString()
  const agreed = { version: 2, agreed_version: 2, agreed_at: first }
  expect(await legal.giveLegalConsent({ terms_version: 2 })).toMatchObject({
    status: 200,
    value: {
      data: [
        { id: 'terms', attributes: agreed },
        { id: 'privacy', attributes: { agreed_version: null } }
      ]
    }
  })
  app.context.clock.advance(60_000)
  expect(await legal.giveLegalConsent({ terms_version: 2 })).toMatchObject({
    value: { data: [{ attributes: agreed }, {}] }
  })
  await legal.giveLegalConsent({ terms_version: 1, privacy_version: 1 })
  await publish('terms', 3)
  const list = await legal.listLegalConsents()
  expect(list.ok && list.value.data.map(it => it.attributes)).toMatchObject([
    { version: 3, agreed_version: 2, agreed_at: first },
    { version: 1, agreed_version: 1 }
  ])
  expect(await readStored()).toHaveLength(3)
  expect(await legal.giveLegalConsent({ terms_version: 4 })).toMatchObject({
    code: 'legal_version_unknown'
  })
  expect(await legal.giveLegalConsent({})).toMatchObject({ code: 'invalid' })
  expect(await app.open().api.legal.listLegalConsents()).toMatchObject({ status: 401 })
})

test('a network without terms asks for nothing, whatever else it publishes', async () => {
  await publish('privacy', 1)
  const user = await app.signIn()
  expect(await user.api.legal.listLegalConsents()).toMatchObject({ value: { data: [] } })
  const browser = app.open()
  await browser.api.accounts.signUp({ email: address })
  await browser.api.accounts.signIn({ access_code: codeIn(await lastMail()) })
  expect(await readStored()).toEqual([])
})

test('a consent is never changed or removed, and is in the export of the account', async () => {
  await publish('terms', 1)
  const user = await app.signIn()
  await user.api.legal.giveLegalConsent({ terms_version: 1 })
  const { pool } = app.context
  for (const change of ['update legal_consents set version = 1', 'delete from legal_consents'])
    await expect(pool.query(change)).rejects.toThrow('append-only')
  await expect(pool.query('truncate legal_consents')).rejects.toThrow('append-only')
  const stepUp = 'update sessions set stepped_up_at = $1'
  await pool.query(stepUp, [app.context.now()])
  const response = await user.transport('/api/v1/user/export', { method: 'GET' })
  const { tables } = JSON.parse(await response.text()).data.attributes
  expect(tables.legal_consents).toMatchObject([
    { user_id: Number(user.userId), kind: 'terms', version: 1 }
  ])
})
