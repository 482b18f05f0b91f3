import { createTestPasskey } from '@mille/testing/passkey.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let operator: SignedInBrowser
let subject: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp({ operatorPasskeys: true })
  operator = await app.signIn()
  subject = await app.signIn()
  await app.context.db
    .updateTable('users')
    .set({ roles: ['admin'], unsaved_code_session: null })
    .where('id', '=', Number(operator.userId))
    .execute()
})
afterAll(() => app.close())

const act = () => operator.api.admin.setPremium({ id: subject.userId, contact: null })
const proveByCode = () => operator.api.security.stepUp({ access_code: operator.accessCode })
const methods = async () => {
  const read = await operator.api.security.readStepUp()
  return read.ok && read.value.data.attributes.methods
}

test('a code is enough for an operator to add the first passkey, and for nothing else', async () => {
  expect(await act()).toMatchObject({ status: 422, code: 'passkey_missing' })
  await proveByCode()
  expect(await act()).toMatchObject({ code: 'passkey_missing' })
  const passkey = createTestPasskey(app.context.config.publicUrl)
  await add(passkey)
  // The proof that allowed the first passkey is not valid for anything after that.
  expect(await act()).toMatchObject({ code: 'step_up_required' })
  await proveByCode()
  expect(await act()).toMatchObject({ code: 'step_up_required' })
  expect(await methods()).toEqual(['passkey'])
  expect(await operator.api.security.rotateAccountCode()).toMatchObject({
    code: 'step_up_required'
  })
  const { api } = operator
  const asked = await api.passkeys.createPasskeyChallenge({ purpose: 'step_up' })
  const options = asked.ok ? asked.value.data.attributes.options : {}
  const response = passkey.answer((options as { challenge: string }).challenge)
  expect(await api.passkeys.stepUpWithPasskey({ response } as never)).toMatchObject({ ok: true })
  expect(await act()).toMatchObject({ ok: true })
})

test('a person who is not an operator still proves with a code', async () => {
  await subject.api.accounts.confirmAccountCode()
  await subject.api.security.stepUp({ access_code: subject.accessCode })
  expect(await subject.api.security.rotateAccountCode()).toMatchObject({ ok: true })
})

async function add(passkey: ReturnType<typeof createTestPasskey>): Promise<void> {
  const { passkeys } = operator.api
  const asked = await passkeys.createPasskeyChallenge({ purpose: 'register' })
  if (!asked.ok) throw new Error(asked.code)
  const { challenge } = asked.value.data.attributes.options as { challenge: string }
  const made = await passkeys.createPasskey({
    name: 'Key',
    response: passkey.register(challenge)
  } as never)
  if (!made.ok) throw new Error(made.code)
}
