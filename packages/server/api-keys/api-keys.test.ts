import { createApi } from '@mille/api/client.ts'
import type { ApiScope } from '@mille/api/constants.ts'
import { createCampaign } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
})
afterAll(() => app.close())

async function makeKey(scopes: ApiScope[], browser = owner) {
  const made = await browser.api.apiKeys.createApiKey({ name: 'A program', scopes })
  if (!made.ok) throw new Error(made.code)
  const { token } = made.value.meta
  // A program that uses an API key has no cookies.
  const { transport } = app.open()
  return { id: made.value.data.id, token, transport, api: createApi({ transport, bearer: token }) }
}

test('is shown once and kept as a hash', async () => {
  const { id, token } = await makeKey(['statistics', 'statistics'])
  expect(token).toMatch(/^mille_[\w-]{43}$/)
  const listed = await owner.api.apiKeys.listApiKeys()
  expect(listed).toMatchObject({
    ok: true,
    value: {
      data: [
        {
          id,
          attributes: {
            name: 'A program',
            scopes: ['statistics'],
            token_start: token.slice(0, 10),
            last_used_at: null
          }
        }
      ]
    }
  })
  expect(JSON.stringify(listed)).not.toContain(token)
  const { rows } = await app.context.pool.query('select api_keys::text as row from api_keys')
  expect(JSON.stringify(rows)).not.toContain(token.slice(12))
})

test('does what its scope is for, and no more', async () => {
  const { data } = await createCampaign(owner.api)
  const reader = await makeKey(['statistics'])
  expect(await reader.api.campaigns.readCampaign({ id: data.id })).toMatchObject({ ok: true })
  expect(await reader.api.statistics.readCampaignStatistics({ id: data.id })).toMatchObject({
    ok: true
  })
  expect(await reader.api.campaigns.archiveCampaign({ id: data.id })).toMatchObject({
    ok: false,
    status: 403,
    code: 'scope_missing',
    errors: [{ detail: 'The API key requires the scope campaigns.' }]
  })
  const manager = await makeKey(['campaigns'])
  const made = await createCampaign(manager.api)
  expect(await owner.api.campaigns.readCampaign({ id: made.data.id })).toMatchObject({ ok: true })
  expect(await manager.api.apiKeys.listApiKeys()).toMatchObject({ code: 'scope_missing' })
  expect(await manager.api.accounts.signOut()).toMatchObject({ code: 'scope_missing' })
})

test('never reaches calls for operators, nor what belongs to other accounts', async () => {
  const admin = await app.signInAdmin()
  const { api } = await makeKey(['campaigns', 'statistics'], admin)
  expect(await api.admin.readReviewQueue()).toMatchObject({ status: 403, code: 'scope_missing' })
  const { data } = await createCampaign(owner.api)
  expect(await api.campaigns.readCampaign({ id: data.id })).toMatchObject({ status: 404 })
})

test('ends at once when it is revoked, by its owner alone', async () => {
  const { id, api } = await makeKey(['statistics'])
  expect((await api.accounts.readCurrentUser()).ok).toBe(true)
  const stranger = await app.signIn()
  expect(await stranger.api.apiKeys.revokeApiKey({ id })).toMatchObject({ status: 404 })
  expect((await api.accounts.readCurrentUser()).ok).toBe(true)
  expect(await owner.api.apiKeys.revokeApiKey({ id })).toMatchObject({ ok: true, status: 204 })
  expect(await api.accounts.readCurrentUser()).toMatchObject({
    status: 401,
    code: 'not_authenticated'
  })
  expect(await owner.api.apiKeys.revokeApiKey({ id })).toMatchObject({ status: 404 })
})

test('tells of its limit in standard headers, and what is too much is refused', async () => {
  const { token, transport } = await makeKey(['statistics'])
  const call = () =>
    transport('/api/v1/current_user', {
      method: 'GET',
      headers: { Authorization: `Bearer ${token}` }
    })
  const first = await call()
  expect(first.headers.get('RateLimit-Policy')).toBe('"api";q=600;w=60')
  expect(first.headers.get('RateLimit')).toMatch(/^"api";r=599;t=\d+$/)
  await app.context.pool.query(`update rate_limits set points = 600 where key like 'api:%'`)
  const refused = await call()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('RateLimit')).toMatch(/^"api";r=0;t=\d+$/)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('an account has twenty at most, though it asks for them at once', async () => {
  const { api } = await app.signIn()
  const answers = await Promise.all(
    Array.from({ length: 25 }, () =>
      api.apiKeys.createApiKey({ name: 'Many', scopes: ['statistics'] })
    )
  )
  expect(answers.filter(it => it.ok)).toHaveLength(20)
  expect(answers.find(it => !it.ok)).toMatchObject({ status: 422, code: 'api_keys_too_many' })
})

test('a bearer token that does not work is refused even where none is needed', async () => {
  const { transport } = app.open()
  for (const token of ['mille_nothing', 'x', 'a.b.c']) {
    const response = await transport('/api/v1/categories', {
      method: 'GET',
      headers: { Authorization: `Bearer ${token}` }
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"')
  }
})
