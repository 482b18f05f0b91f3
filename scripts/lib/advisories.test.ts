import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAdvisories } from './advisories.mjs'

let registry: Server | null = null
// npm caches its computations about an advisory, so each test has a separate cache.
let cache = ''
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'mille-npm-'))
})
afterEach(() => {
  registry?.close()
  rmSync(cache, { recursive: true, force: true })
})

const advisory = (severity: string, name = 'hono') => ({
  [name]: [
    {
      id: 1,
      url: 'https://github.com/advisories/GHSA-planted',
      title: 'A planted weakness',
      severity,
      vulnerable_versions: '*',
      cwe: [],
      cvss: { score: 9, vectorString: null }
    }
  ]
})

test('a serious advisory about what runs in production is found', async () => {
  const found = await readAdvisories(await answering(200, advisory('high')))
  expect(found).toMatchObject({ kind: 'checked' })
  expect(JSON.stringify(found)).toContain('hono: high, A planted weakness')
}, 60_000)

test('what one package uses in production and another for its tests is looked at, and what only tests use is not', async () => {
  const driver = await readAdvisories(await answering(200, advisory('high', 'pg')))
  expect(JSON.stringify(driver)).toContain('pg: high')
  registry?.close()
  const tests = await readAdvisories(await answering(200, advisory('high', 'vitest')))
  expect(tests).toEqual({ kind: 'checked', found: [] })
}, 60_000)

test('an advisory that is not serious is none', async () => {
  const env = await answering(200, advisory('low'))
  expect(await readAdvisories(env)).toEqual({ kind: 'checked', found: [] })
}, 60_000)

test('a registry that answers no advisories, or not at all, leaves it unchecked', async () => {
  const refused = await readAdvisories(await answering(405, {}))
  expect(refused).toMatchObject({ kind: 'not_checked' })
  expect(JSON.stringify(refused)).toContain('405')
  registry?.close()
  const away = await readAdvisories(environmentOf('http://127.0.0.1:9'))
  expect(away).toMatchObject({ kind: 'not_checked' })
  expect(JSON.stringify(away)).toContain('127.0.0.1:9')
}, 60_000)

async function answering(status: number, body: unknown): Promise<NodeJS.ProcessEnv> {
  const server = createServer((request, response) => {
    const isBulk = request.url?.endsWith('/advisories/bulk')
    response.writeHead(isBulk ? status : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isBulk ? body : {}))
  })
  registry = server
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return environmentOf(`http://127.0.0.1:${port}`)
}

function environmentOf(url: string): NodeJS.ProcessEnv {
  return { ...process.env, npm_config_registry: url, npm_config_cache: cache }
}
