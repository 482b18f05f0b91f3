import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSessionStores } from '../session/session.ts'
import { createCaptchaStores } from './captcha.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('does the work that the server asks for, says how far it is, and makes the call again', async () => {
  const { api } = app.open()
  const session = createSessionStores(api, null)
  const parts: (number | null)[] = []
  session.$proof.listen(part => parts.push(part))
  for (let times = 0; times < 15; times++)
    expect((await session.requestAccessCode(`free-${times}@example.com`)).ok).toBe(true)
  expect(parts).toEqual([])
  expect(await session.requestAccessCode('asked@example.com')).toMatchObject({ ok: true })
  expect(parts[0]).toBe(0)
  expect(parts.at(-1)).toBe(null)
  const done = parts.filter(part => part !== null)
  expect(done).toEqual(done.toSorted((one, other) => one - other))
})

test('a proof that came too late is done once more, and a second refusal is the end', async () => {
  const { api } = app.open()
  const { withCaptcha } = createCaptchaStores(api)
  const proofs: (string | undefined)[] = []
  const refuse = (code: string) => ({ ok: false as const, status: 422, code, errors: [] })
  const result = await withCaptcha('campaign', async ({ captcha }) => {
    proofs.push(captcha)
    return refuse(captcha === undefined ? 'captcha_required' : 'captcha_invalid')
  })
  expect(result).toMatchObject({ ok: false, code: 'captcha_invalid' })
  expect(new Set(proofs).size).toBe(3)
})

test('another failure is handed on as it is', async () => {
  const { withCaptcha, $progress } = createCaptchaStores(app.open().api)
  const limited = { ok: false as const, status: 429, code: 'too_many_requests', errors: [] }
  expect(await withCaptcha('sign_up', async () => limited)).toBe(limited)
  expect($progress.get()).toBe(null)
})
