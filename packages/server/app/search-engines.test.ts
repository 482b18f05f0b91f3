import { addOffer } from '@mille/testing/publications.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const read = async (path: string) => {
  const answer = await app.fetch(new Request(app.context.config.publicUrl + path))
  expect(answer.status).toBe(200)
  return { type: answer.headers.get('content-type'), text: await answer.text() }
}

test('search engines learn which pages are private and where the others are', async () => {
  const { type, text } = await read('/robots.txt')
  expect(type).toContain('text/plain')
  expect(text).toContain('Disallow: /admin\n')
  expect(text).toContain(`Sitemap: ${app.context.config.publicUrl}/sitemap.xml\n`)
})

test('the sitemap names the public pages and the offers that anybody may see', async () => {
  const publisher = await app.signIn()
  const offer = await addOffer(app.context, publisher)
  const { type, text } = await read('/sitemap.xml')
  expect(type).toContain('application/xml')
  expect(text).toContain(`<loc>${app.context.config.publicUrl}/marketplace/${offer}</loc>`)
  expect(text).toContain(`<loc>${app.context.config.publicUrl}/</loc>`)
  expect(text).not.toContain('/admin')
})
