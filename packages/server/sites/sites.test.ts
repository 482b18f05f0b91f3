import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Site } from '@mille/api/sites/endpoints.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
/** The responses of the publisher's server, by path. */
let pages = new Map<string, string>()
let status = 200

const server = http.createServer((request, response) => {
  const page = pages.get(request.url ?? '')
  response.writeHead(page === undefined && status === 200 ? 404 : status).end(page ?? 'not here')
})

beforeAll(async () => {
  app = await createTestApp()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(async () => {
  owner = await app.signIn()
  pages = new Map()
  status = 200
})
afterAll(async () => {
  server.close()
  await app.close()
})

async function add(browser: SignedInBrowser, pageUrl: string): Promise<Site> {
  const result = await browser.api.sites.createSite({ page_url: pageUrl })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.value.data
}

const ownPage = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/blog`

/** Resets all sites to unverified: the tests share one server, and each starts without any proof of ownership. */
async function forgetProofs() {
  await app.context.db.updateTable('sites').set({ state: 'unverified' }).execute()
}

describe('adding', () => {
  test('a site is the host of its page, with what its owner must put there', async () => {
    const result = await owner.api.sites.createSite({
      page_url: 'https://Blog.Example:8443/a?b#c',
      language: 'de',
      category_ids: ['90', '10', '90']
    })
    expect(result).toMatchObject({ ok: true, status: 201 })
    const { id, attributes, relationships } = result.ok ? result.value.data : ({} as Site)
    const { token } = attributes.verification
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    expect(attributes).toEqual({
      domain_name: 'blog.example:8443',
      state: 'unverified',
      language: 'de',
      verification: {
        token,
        meta_tag: `<meta name="mille-site-verification" content="${token}">`,
        file_path: '/.well-known/mille-site-verification.txt',
        dns_name: '_mille-site-verification.blog.example',
        dns_text: `mille-site-verification=${token}`
      },
      created_at: app.context.now().toISOString()
    })
    expect(relationships.categories.data).toEqual([
      { type: 'categories', id: '10' },
      { type: 'categories', id: '90' }
    ])
    expect(await owner.api.sites.readSite({ id })).toMatchObject({
      ok: true,
      value: { data: { id, attributes, relationships } }
    })
  })

  test('one that the account has already is answered as it is', async () => {
    const first = await add(owner, 'https://again.example/one')
    for (const page of ['http://again.example/two', 'https://AGAIN.example.:443/']) {
      const again = await owner.api.sites.createSite({ page_url: page, language: 'fr' })
      expect(again).toMatchObject({ ok: true, status: 200, value: { data: first } })
    }
  })

  test('copies of one request at once add one site', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        owner.api.sites.createSite({ page_url: 'https://once.example' })
      )
    )
    expect(answers.map(it => it.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map(it => it.ok && it.value.data.id)).size).toBe(1)
  })

  test.each([
    ['page_url', 'ftp://a.example', 'invalid'],
    ['page_url', 'https://name:pass@a.example', 'invalid'],
    ['page_url', 'blog', 'invalid'],
    ['language', 'xx', 'invalid'],
    ['category_ids', ['11'], 'category_unknown']
  ])('%s %j is refused with %s', async (name, value, code) => {
    const result = await owner.api.sites.createSite({
      page_url: 'https://a.example',
      [name]: value
    })
    expect(result).toMatchObject({ ok: false, status: 422, code })
    expect(!result.ok && result.errors[0]?.source?.pointer).toContain(`/data/attributes/${name}`)
  })

  test('a site that another account has proved is taken', async () => {
    const { id } = await add(await app.signIn(), 'https://taken.example')
    await app.context.db
      .updateTable('sites')
      .set({ state: 'verified' })
      .where('id', '=', Number(id))
      .execute()
    expect(
      await owner.api.sites.createSite({ page_url: 'https://taken.example/page' })
    ).toMatchObject({
      ok: false,
      status: 422,
      code: 'site_taken',
      errors: [{ source: { pointer: '/data/attributes/page_url' } }]
    })
  })
})

test('other people’s sites are not found', async () => {
  const { id } = await add(owner, 'https://mine.example')
  const stranger = await app.signIn()
  for (const wrong of [id, '2000000001']) {
    expect(await stranger.api.sites.readSite({ id: wrong })).toMatchObject({
      ok: false,
      status: 404,
      code: 'not_found'
    })
    expect(await stranger.api.sites.verifySite({ id: wrong })).toMatchObject({
      ok: false,
      status: 404,
      code: 'not_found'
    })
  }
  expect(await stranger.api.sites.listSites()).toMatchObject({
    ok: true,
    value: { data: [], meta: { pagination: { records: 0 } } }
  })
})

test('the list has the newest first, a page at a time', async () => {
  for (const name of ['a', 'b', 'c']) await add(owner, `https://${name}.example`)
  const page = await owner.api.sites.listSites({ 'page[offset]': 1, 'page[limit]': 1 })
  expect(page).toMatchObject({
    ok: true,
    value: {
      data: [{ attributes: { domain_name: 'b.example' } }],
      meta: { pagination: { records: 3 } }
    }
  })
})

test('the language and the categories of a site can be changed, by its owner', async () => {
  const { id } = await add(owner, 'https://change.example')
  const changed = await owner.api.sites.updateSite({ id, language: 'pl', category_ids: ['10'] })
  expect(changed).toMatchObject({
    ok: true,
    value: {
      data: {
        attributes: { language: 'pl' },
        relationships: { categories: { data: [{ id: '10' }] } }
      }
    }
  })
  const cleared = await owner.api.sites.updateSite({ id, category_ids: [] })
  expect(cleared).toMatchObject({
    value: {
      data: { attributes: { language: 'pl' }, relationships: { categories: { data: [] } } }
    }
  })
  expect(await (await app.signIn()).api.sites.updateSite({ id, language: 'fr' })).toMatchObject({
    ok: false,
    status: 404
  })
})

describe('proving', () => {
  beforeEach(forgetProofs)

  test('by a tag on the page', async () => {
    const { id, attributes } = await add(owner, ownPage())
    pages.set('/', `<!doctype html><head>${attributes.verification.meta_tag}</head>`)
    expect(await owner.api.sites.verifySite({ id })).toMatchObject({
      ok: true,
      value: { data: { attributes: { state: 'verified' } } }
    })
    // The site stays verified without a second check.
    pages.clear()
    expect((await owner.api.sites.verifySite({ id })).ok).toBe(true)
  })

  test('by a file', async () => {
    const { id, attributes } = await add(owner, ownPage())
    pages.set(attributes.verification.file_path, `\uFEFF${attributes.verification.token}\r\n`)
    expect(await owner.api.sites.verifySite({ id, method: 'file' })).toMatchObject({
      ok: true,
      value: { data: { attributes: { state: 'verified' } } }
    })
  })

  test('not by another site’s token, nor by a longer text, nor by nothing', async () => {
    const { id, attributes } = await add(owner, ownPage())
    const { token, meta_tag: tag, file_path: file } = attributes.verification
    pages.set('/', `<head>${tag.replace(token, 'f'.repeat(32))}</head><body>${tag}</body>`)
    pages.set(file, `${token}0`)
    for (const method of ['meta_tag', 'file'] as const) {
      const refused = await owner.api.sites.verifySite({ id, method })
      expect(refused).toMatchObject({ ok: false, status: 422, code: 'verification_not_found' })
      expect(!refused.ok && refused.errors[0]?.detail).toContain(token)
    }
    pages.clear()
    expect(await owner.api.sites.verifySite({ id, method: 'file' })).toMatchObject({
      ok: false,
      code: 'verification_not_found'
    })
    expect(await owner.api.sites.readSite({ id })).toMatchObject({
      value: { data: { attributes: { state: 'unverified' } } }
    })
  })

  test('a site that does not answer, or only with an error, is unreachable', async () => {
    const closed = await add(owner, 'http://127.0.0.1:1/')
    expect(await owner.api.sites.verifySite({ id: closed.id })).toMatchObject({
      ok: false,
      status: 422,
      code: 'site_unreachable',
      errors: [{ detail: 'http://127.0.0.1:1/ refuses connections.' }]
    })
    status = 503
    const { id } = await add(owner, ownPage())
    const refused = await owner.api.sites.verifySite({ id })
    expect(refused).toMatchObject({ ok: false, code: 'site_unreachable' })
    expect(!refused.ok && refused.errors[0]?.detail).toContain('503')
  })

  test('of two accounts with the same site, the first to prove it has it', async () => {
    const rival = await app.signIn()
    const one = await add(owner, ownPage())
    const two = await add(rival, ownPage())
    pages.set(
      '/',
      `<head>${one.attributes.verification.meta_tag}${two.attributes.verification.meta_tag}</head>`
    )
    const answers = await Promise.all([
      owner.api.sites.verifySite({ id: one.id }),
      rival.api.sites.verifySite({ id: two.id })
    ])
    expect(answers.filter(it => it.ok)).toHaveLength(1)
    expect(answers.find(it => !it.ok)).toMatchObject({ status: 422, code: 'site_taken' })
  })

  test('is limited in how often it is tried', async () => {
    const { id } = await add(owner, ownPage())
    const answers = await Promise.all(
      Array.from({ length: 31 }, () => owner.api.sites.verifySite({ id }))
    )
    expect(answers.filter(it => it.status === 429)).toHaveLength(1)
  })

  test('private addresses are out of reach in production', async () => {
    const production = await createTestApp({ allowPrivateHosts: false })
    const browser = await production.signIn()
    for (const page of [ownPage(), 'http://2130706433/', 'http://[::ffff:127.0.0.1]/']) {
      const { id } = await add(browser, page)
      expect(await browser.api.sites.verifySite({ id })).toMatchObject({
        ok: false,
        code: 'site_unreachable'
      })
    }
    await production.close()
  })
})
