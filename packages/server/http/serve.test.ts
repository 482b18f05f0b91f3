import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let browser: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  browser = await app.signIn()
})
afterAll(() => app.close())

const json = 'application/json;charset=utf-8'

async function token(from = browser): Promise<string> {
  const response = await from.transport('/api/v1/authenticity_token', { method: 'POST' })
  expect(response.status).toBe(201)
  return (await response.json()).data.attributes.base64
}

/** Sends a raw write, as a third-party client would. */
async function write(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const response = await browser.transport(path, {
    method: 'POST',
    body,
    headers: { 'content-type': json, 'x-csrf-token': await token(), ...headers }
  })
  const text = await response.text()
  return { status: response.status, errors: text === '' ? [] : (JSON.parse(text).errors ?? []) }
}

const site = JSON.stringify({
  data: { type: 'sites', attributes: { page_url: 'https://example.com/' } }
})

test('a write needs the authenticity token of its session', async () => {
  expect(await write('/api/v1/sites', site, { 'x-csrf-token': '' })).toMatchObject({
    status: 401,
    errors: [{ code: 'csrf_token_invalid' }]
  })
  const foreign = await token(await app.signIn())
  expect((await write('/api/v1/sites', site, { 'x-csrf-token': foreign })).status).toBe(401)
  expect((await write('/api/v1/sites', site, { 'x-csrf-token': 'x'.repeat(64) })).status).toBe(401)
  expect((await write('/api/v1/sites', site)).status).toBe(201)
})

test('a write from another site is refused whatever token it has', async () => {
  expect(
    (await write('/api/v1/sites', site, { origin: 'https://evil.example' })).errors[0].code
  ).toBe('foreign_origin')
  expect((await write('/api/v1/sites', site, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await write('/api/v1/sites', site, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect((await write('/api/v1/sites', site, { origin: 'null' })).status).toBe(403)
  expect(
    (await write('/api/v1/sites', site, { origin: app.context.config.publicUrl })).status
  ).toBe(200)
})

test('bad bodies get a clear answer', async () => {
  expect(await write('/api/v1/sites', '{')).toMatchObject({
    status: 400,
    errors: [{ code: 'malformed_json' }]
  })
  expect((await write('/api/v1/sites', new Uint8Array([0x7b, 0xff, 0xfe]))).status).toBe(400)
  expect((await write('/api/v1/sites', 'null')).status).toBe(422)
  expect((await write('/api/v1/sites', '[]')).status).toBe(422)
  expect((await write('/api/v1/sites', '{"data":{"type":"sites","attributes":[]}}')).status).toBe(
    422
  )
  expect((await write('/api/v1/sites', '{"data":{"type":"other","attributes":{}}}')).status).toBe(
    422
  )
  expect((await write('/api/v1/sites', `${'['.repeat(30_000)}`)).status).toBe(400)
  expect((await write('/api/v1/sites', 'x'.repeat(70_000))).errors[0].code).toBe('body_too_large')
  expect(
    (await write('/api/v1/sites', site, { 'content-type': 'text/plain' })).errors[0].code
  ).toBe('media_type_unsupported')
  expect(
    (await write('/api/v1/sites', site, { 'content-type': 'application/json;charset=utf-16' }))
      .status
  ).toBe(415)
})

test('an invalid value is pointed to', async () => {
  const answer = await write(
    '/api/v1/sites',
    JSON.stringify({ data: { type: 'sites', attributes: { page_url: 'nowhere' } } })
  )
  expect(answer).toMatchObject({
    status: 422,
    errors: [{ status: '422', code: 'invalid', source: { pointer: '/data/attributes/page_url' } }]
  })
  const query = await browser.transport('/api/v1/sites?page[limit]=-1', { method: 'GET' })
  expect(await query.json()).toMatchObject({ errors: [{ source: { parameter: 'page[limit]' } }] })
})

test('a zero character is refused wherever text is taken, and pointed to', async () => {
  const codes = JSON.stringify({
    data: { type: 'coupon_checks', attributes: { coupon_code: 'a\0b' } }
  })
  expect(await write('/api/v1/coupon_checks', codes)).toMatchObject({
    status: 422,
    errors: [{ code: 'invalid', source: { pointer: '/data/attributes/coupon_code' } }]
  })
  const path = await browser.transport('/api/v1/search?filter[type]=sites&filter[query]=%00', {
    method: 'GET'
  })
  expect(await path.json()).toMatchObject({ errors: [{ source: { parameter: 'filter[query]' } }] })
})

test('says in words what is wrong with a value', async () => {
  const detail = async (attributes: object) => {
    const body = JSON.stringify({ data: { type: 'campaigns', attributes } })
    return (await write('/api/v1/campaigns', body)).errors.map(
      (it: { detail: string }) => it.detail
    )
  }
  const good = {
    link_text: 'Bread',
    creative_text: 'Fresh',
    creative_link: 'https://example.com/',
    daily_budget: '1000'
  }
  expect(await detail({ ...good, link_text: undefined })).toEqual(['link_text is required.'])
  expect(await detail({ ...good, banners_only: 'yes' })).toEqual([
    'banners_only must be of type boolean.'
  ])
  expect(await detail({ ...good, daily_budget: null })).toEqual([
    'daily_budget has the wrong type.'
  ])
  expect(await detail({ ...good, traffic_type: 'cpc' })).toEqual([
    'traffic_type must be one of cpd, cpm.'
  ])
  const page = await browser.transport('/api/v1/sites?page[limit]=1000', { method: 'GET' })
  expect((await page.json()).errors[0].detail).toBe('page[limit] must be <=100.')
})

test('answers an unknown path with 404 and an unsupported method with 405', async () => {
  const missing = await browser.transport('/api/v1/nothing', { method: 'GET' })
  expect(missing.status).toBe(404)
  expect((await missing.json()).errors[0].code).toBe('not_found')
  const wrong = await browser.transport('/api/v1/current_user', { method: 'POST' })
  expect(wrong.status).toBe(405)
  expect(wrong.headers.get('allow')).toBe('GET')
})

test('only admins reach what is for admins', async () => {
  expect(await browser.api.admin.readReviewQueue()).toMatchObject({
    ok: false,
    status: 403,
    code: 'not_authorized'
  })
  expect(await app.open().api.admin.readReviewQueue()).toMatchObject({ ok: false, status: 401 })
  expect((await (await app.signInAdmin()).api.admin.readReviewQueue()).ok).toBe(true)
})

test('describes every call that it serves', async () => {
  const response = await browser.transport('/api/v1/openapi.json', { method: 'GET' })
  const document = await response.json()
  expect(document.openapi).toBe('3.1.0')
  expect(
    document.paths['/api/v1/campaigns'].post.requestBody.content['application/json;charset=utf-8']
      .schema.properties.data.properties.type
  ).toEqual({ const: 'campaigns' })
  expect(document.paths['/api/v1/campaigns/{id}'].get.responses['200'].content).toBeDefined()
})

test('fifty first writes at once ask for one token', async () => {
  let tokens = 0
  const one = await app.signIn()
  const { createApi } = await import('@mille/api/client.ts')
  const api = createApi({
    transport: (path, init) => {
      if (path.endsWith('/authenticity_token')) tokens++
      return one.transport(path, init)
    }
  })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      api.sites.createSite({ page_url: `https://site-${index}.example/` })
    )
  )
  expect(answers.filter(answer => answer.ok)).toHaveLength(50)
  expect(tokens).toBe(1)
})

test('nothing that failed inside tells why to the outside', async () => {
  const broken = await createTestApp()
  const visitor = await broken.signIn()
  await broken.context.pool.query('drop table sites cascade')
  const response = await visitor.transport('/api/v1/sites', { method: 'GET' })
  expect(response.status).toBe(500)
  expect(JSON.stringify(await response.json())).not.toContain('relation')
  await broken.close()
})
