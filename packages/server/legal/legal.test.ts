import type { LegalKind } from '@mille/api/constants.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser

beforeEach(async () => {
  await app?.close()
  app = await createTestApp()
  admin = await app.signInAdmin()
  user = await app.signIn()
})
afterAll(() => app.close())

const publish = (kind: LegalKind, version: number, text = `Version ${version} of *${kind}*.`) =>
  admin.api.legal.publishLegalPage({ kind, version, text })
const read = (kind: LegalKind, version?: number) =>
  app.open().api.legal.readLegalPage({ id: kind, ...(version && { version }) })

test('before anything is published, nothing is listed and no page is found', async () => {
  expect(await app.open().api.legal.listLegalPages()).toMatchObject({
    value: { data: [], meta: { source_url: app.context.config.sourceUrl } }
  })
  expect(await read('terms')).toMatchObject({ status: 404, code: 'not_found' })
  expect(await admin.api.legal.listLegalTexts()).toMatchObject({ value: { data: [] } })
})

test('anyone reads the current version and earlier ones, with their times', async () => {
  const first = app.context.now().toISOString()
  expect(await publish('terms', 1)).toMatchObject({ status: 201 })
  app.context.clock.advance(60_000)
  const second = app.context.now().toISOString()
  await publish('terms', 2)
  await publish('imprint', 1)
  expect(await read('terms')).toMatchObject({
    value: {
      data: {
        id: 'terms',
        attributes: {
          version: 2,
          published_at: second,
          tree: [
            {
              kind: 'paragraph',
              children: [
                { kind: 'text', text: 'Version 2 of ' },
                { kind: 'emphasis', children: [{ kind: 'text', text: 'terms' }] },
                { kind: 'text', text: '.' }
              ]
            }
          ]
        }
      },
      meta: {
        versions: [
          { version: 2, published_at: second },
          { version: 1, published_at: first }
        ]
      }
    }
  })
  const earlier = await read('terms', 1)
  expect(earlier.ok && earlier.value.data.attributes).toMatchObject({
    version: 1,
    published_at: first
  })
  expect(JSON.stringify(earlier)).toContain('Version 1 of ')
  expect(await read('terms', 3)).toMatchObject({ status: 404 })
  expect(await read('privacy')).toMatchObject({ status: 404 })
  const list = await user.api.legal.listLegalPages()
  expect(list.ok && list.value.data.map(it => [it.id, it.attributes.version])).toEqual([
    ['terms', 2],
    ['imprint', 1]
  ])
})

test('operators read the text as typed, and who published which version', async () => {
  const colleague = await app.signInAdmin()
  await publish('privacy', 1)
  await colleague.api.legal.publishLegalPage({ kind: 'privacy', version: 2, text: '**New**' })
  const texts = await admin.api.legal.listLegalTexts()
  expect(texts).toMatchObject({
    value: {
      data: [
        {
          id: 'privacy',
          attributes: {
            text: '**New**',
            version: 2,
            versions: [
              { version: 2, published_by: colleague.userId },
              { version: 1, published_by: admin.userId }
            ]
          }
        }
      ]
    }
  })
})

test('a version that was not read is not replaced', async () => {
  await publish('terms', 1)
  expect(await publish('terms', 1)).toMatchObject({ status: 422, code: 'state_not_allowed' })
  expect(await publish('terms', 3)).toMatchObject({ status: 422, code: 'state_not_allowed' })
  const both = await Promise.all([publish('terms', 2, 'One'), publish('terms', 2, 'Another')])
  expect(both.filter(it => it.ok)).toHaveLength(1)
})

test('a text has up to 40,000 characters and marks that can be read', async () => {
  expect(await publish('terms', 1, 'ä'.repeat(40_000))).toMatchObject({ ok: true })
  expect(await publish('terms', 2, 'a'.repeat(40_001))).toMatchObject({ status: 422 })
  expect(await publish('terms', 2, ' ')).toMatchObject({ status: 422 })
  expect(await publish('terms', 2, '> '.repeat(200))).toMatchObject({
    code: 'description_too_complex'
  })
})

test('a preview shows the Markdown and stores nothing', async () => {
  expect(await admin.api.legal.previewLegalPage({ text: '# Terms' })).toMatchObject({
    status: 201,
    value: { data: { attributes: { tree: [{ kind: 'heading', level: 1 }] } } }
  })
  expect(await read('terms')).toMatchObject({ status: 404 })
})

test('only operators publish, and with a fresh proof of who they are', async () => {
  const asked = { kind: 'terms' as const, version: 1, text: 'Mine' }
  expect(await user.api.legal.publishLegalPage(asked)).toMatchObject({ status: 403 })
  expect(await user.api.legal.listLegalTexts()).toMatchObject({ status: 403 })
  expect(await user.api.legal.previewLegalPage({ text: 'x' })).toMatchObject({ status: 403 })
  await app.context.pool.query('update sessions set stepped_up_at = null where user_id = $1', [
    Number(admin.userId)
  ])
  expect(await admin.api.legal.publishLegalPage(asked)).toMatchObject({ code: 'step_up_required' })
})

test('a version is never changed or removed, and the audit log knows of it', async () => {
  await publish('terms', 1)
  const { pool } = app.context
  const change = pool.query("update legal_pages set text = 'x'")
  await expect(change).rejects.toThrow('append-only')
  await expect(pool.query('delete from legal_pages')).rejects.toThrow('append-only')
  const log = await admin.api.admin.readAuditLog()
  expect(log.ok && log.value.data[0]?.attributes).toMatchObject({
    act: 'POST /api/v1/admin/legal_pages',
    input: { kind: 'terms', version: 1, text: '(left out)' },
    status: 201
  })
})
