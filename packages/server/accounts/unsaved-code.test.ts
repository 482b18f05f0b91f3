import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const required = { ok: false, status: 422, code: 'step_up_required' }

/** Signs up like the page does, without any other call, so that the code has only been shown. */
async function signUp() {
  const browser = app.open()
  const created = await browser.api.accounts.signUp({ anonymous: true })
  if (!created.ok) throw new Error(created.code)
  const { data, meta } = created.value
  return { ...browser, id: data?.id ?? '', code: meta.access_code ?? '' }
}

async function isUnsaved({ api }: Pick<Awaited<ReturnType<typeof signUp>>, 'api'>) {
  const read = await api.accounts.readCurrentUser()
  return read.ok && read.value.meta.is_account_code_unsaved
}

test('the session that was shown a code can replace it until it is saved', async () => {
  const person = await signUp()
  expect(await isUnsaved(person)).toBe(true)
  const again = await person.api.security.rotateAccountCode()
  expect(again).toMatchObject({ ok: true, status: 201 })
  expect(await isUnsaved(person)).toBe(true)
  const elsewhere = app.open().api.accounts
  expect((await elsewhere.signIn({ access_code: person.code })).ok).toBe(false)
  const code = again.ok ? again.value.meta.access_code : ''
  expect((await elsewhere.signIn({ access_code: code })).ok).toBe(true)
})

test('it adds an address without the code that was lost', async () => {
  const person = await signUp()
  const changed = await person.api.accounts.updateUser({
    id: person.id,
    email: 'kept-by-mail@example.com'
  })
  expect(changed.ok).toBe(true)
})

test('a saved code asks for itself again', async () => {
  const person = await signUp()
  expect(await person.api.accounts.confirmAccountCode()).toMatchObject({ status: 204 })
  expect(await person.api.accounts.confirmAccountCode()).toMatchObject({ status: 204 })
  expect(await isUnsaved(person)).toBe(false)
  expect(await person.api.security.rotateAccountCode()).toMatchObject(required)
  const { id } = person
  expect(await person.api.accounts.updateUser({ id, email: 'other@example.com' })).toMatchObject(
    required
  )
})

test('so does a code that was used, elsewhere or to prove who it is', async () => {
  const used = await signUp()
  await app.open().api.accounts.signIn({ access_code: used.code })
  expect(await isUnsaved(used)).toBe(false)
  expect(await used.api.security.rotateAccountCode()).toMatchObject(required)

  const proved = await signUp()
  await proved.api.security.stepUp({ access_code: proved.code })
  app.context.clock.advance(301_000)
  expect(await proved.api.security.rotateAccountCode()).toMatchObject(required)
})

test('no other session may, and money asks for the proof in any case', async () => {
  const person = await signUp()
  const other = app.open()
  await other.api.accounts.signIn({ access_code: person.code })
  // Restores the state in which the code has not been used. The other session has still not been shown it.
  await app.context.pool.query(
    `update users set unsaved_code_session =
      (select id_hash from sessions where user_id = $1 order by id limit 1) where id = $1`,
    [person.id]
  )
  expect(await isUnsaved(person)).toBe(true)
  expect(await isUnsaved(other)).toBe(false)
  expect(await other.api.security.rotateAccountCode()).toMatchObject(required)
  expect(await other.api.accounts.confirmAccountCode()).toMatchObject({ status: 204 })
  expect(await isUnsaved(person)).toBe(true)
  expect(await person.api.privacy.deleteUser({ id: person.id })).toMatchObject(required)
})

test('an account with an address or a passkey has another way in, so nothing is open', async () => {
  const person = await signUp()
  const { pool } = app.context
  await pool.query('update users set email = $2 where id = $1', [person.id, 'way-in@example.com'])
  expect(await isUnsaved(person)).toBe(false)
  expect(await person.api.security.rotateAccountCode()).toMatchObject(required)
})
