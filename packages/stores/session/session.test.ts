import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleUser } from '../shared/sample-documents.ts'
import { isAdmin } from './is-admin.ts'
import { createSessionStores } from './session.ts'

test('signs in with a code and says where the visit came from', async () => {
  const { transport, calls } = createFakeTransport(() => jsonResponse(sampleUser()))
  const session = createSessionStores(createApi({ transport }), null)
  expect(session.$isAuthorized.get()).toBe(false)

  expect(await session.signIn('CODE', { utm_source: 'letter' })).toMatchObject({ ok: true })
  expect(session.$user.get()?.id).toBe('7')
  expect(attributesOf(calls[0])).toEqual({ access_code: 'CODE', utm_source: 'letter' })
})

test('a wrong code does not sign the user in', async () => {
  const { transport } = createFakeTransport(() => errorResponse(422, 'access_code_wrong', 'No.'))
  const session = createSessionStores(createApi({ transport }), sampleUser())
  const result = await session.signIn('CODE')
  expect(result).toEqual({ ok: false, problem: { code: 'access_code_wrong', detail: 'No.' } })
  expect(session.$user.get()).toBe(null)
})

test('gives the code of an anonymous account once, and is signed in', async () => {
  const { transport } = createFakeTransport(({ path }) =>
    path === '/api/v1/users'
      ? jsonResponse({ data: sampleUser().data, meta: { access_code: 'ABC' } }, 201)
      : jsonResponse(sampleUser())
  )
  const session = createSessionStores(createApi({ transport }), null)
  expect(await session.signUpAnonymously()).toEqual({ ok: true, value: 'ABC' })
  expect(session.$isAuthorized.get()).toBe(true)
})

test('both ways to sign up send the versions that the form showed', async () => {
  const { transport, calls } = createFakeTransport(() => errorResponse(422, 'invalid', 'No.'))
  const session = createSessionStores(createApi({ transport }), null)
  const agreed = { terms_version: 2, privacy_version: 1 }
  await session.signUpByMail('ada@example.com', { utm_source: 'letter', ...agreed })
  await session.signUpAnonymously(agreed)
  expect(calls.filter(it => it.path === '/api/v1/users').map(attributesOf)).toEqual([
    { email: 'ada@example.com', utm_source: 'letter', ...agreed },
    { anonymous: true, ...agreed }
  ])
})

test('signs in with the new code where signing up opened no session', async () => {
  const { transport, calls } = createFakeTransport(({ path }) => {
    if (path === '/api/v1/users')
      return jsonResponse({ data: null, meta: { access_code: 'ABC' } }, 201)
    if (path === '/api/v1/current_user') return errorResponse(401, 'not_authenticated')
    return jsonResponse(sampleUser())
  })
  const session = createSessionStores(createApi({ transport }), null)
  await session.signUpAnonymously()
  expect(attributesOf(calls.find(call => call.path.endsWith('/sign_in')))).toEqual({
    access_code: 'ABC'
  })
  expect(session.$isAuthorized.get()).toBe(true)
})

test.each([
  [new Response(null, { status: 204 }), null],
  [errorResponse(401, 'not_authenticated'), null],
  [errorResponse(503, 'unavailable'), '7']
])('signs out unless the server fails', async (answer, stays) => {
  const { transport } = createFakeTransport(() => answer.clone())
  const session = createSessionStores(createApi({ transport }), sampleUser())
  await session.signOut()
  expect(session.$user.get()?.id ?? null).toBe(stays)
})

test('knows an operator by the role', () => {
  expect(isAdmin(null)).toBe(false)
  expect(isAdmin(sampleUser().data)).toBe(false)
  expect(isAdmin(sampleUser({ roles: ['admin'] }).data)).toBe(true)
})
