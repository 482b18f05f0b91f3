import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveStorybook } from './storybook.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mille-storybook-'))
  writeFileSync(join(folder, 'index.html'), '<h1>Stories</h1>')
})
afterAll(() => rmSync(folder, { recursive: true }))

function start(build: () => Promise<boolean>): Hono {
  const app = new Hono()
  serveStorybook(app, { folder, build })
  return app
}

test('builds once, and serves what was built', async () => {
  let builds = 0
  const app = start(async () => ++builds > 0)
  expect((await app.request('/storybook')).headers.get('location')).toBe('/storybook/')
  for (const path of ['/storybook/', '/storybook/index.html'])
    expect(await (await app.request(path)).text()).toBe('<h1>Stories</h1>')
  expect((await app.request('/storybook/no-such-file.js')).status).toBe(404)
  expect((await app.request('/storybook/../package.json')).status).toBe(404)
  expect(builds).toBe(1)
})

test('says that it is being built, and comes back', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const app = start(() => promise)
  const waiting = await app.request('/storybook/')
  expect([waiting.status, waiting.headers.get('refresh')]).toEqual([202, '3'])
  resolve(true)
  expect((await app.request('/storybook/')).status).toBe(200)
})

test('says that it could not be built, and tries again', async () => {
  const results = [false, true]
  const app = start(async () => results.shift() ?? false)
  expect((await app.request('/storybook/')).status).toBe(500)
  expect((await app.request('/storybook/')).status).toBe(200)
})
