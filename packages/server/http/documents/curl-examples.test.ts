import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { credit } from '@mille/testing/campaigns.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListener } from '../listener.ts'

let app: TestApp
let http: Server
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  http = createListener({ fetch: app.fetch }, null)
  await new Promise<void>(done => http.listen(0, '127.0.0.1', done))
  folder = await mkdtemp(join(tmpdir(), 'mille-curl-'))
})
afterAll(async () => {
  http.closeAllConnections()
  http.close()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

test('the examples of docs/api.md work as they are written', async () => {
  const owner = await app.signIn()
  await credit(app.context, owner.userId, 1_000_000n)
  const key = await owner.api.apiKeys.createApiKey({
    name: 'Examples',
    scopes: ['statistics', 'campaigns']
  })
  if (!key.ok) throw new Error(key.code)
  const banner = join(folder, 'banner.png')
  const background = { r: 200, g: 120, b: 20 }
  await sharp({ create: { width: 300, height: 250, channels: 3, background } }).toFile(banner)

  const guide = await readFile(resolve(import.meta.dirname, '../../../../docs/api.md'), 'utf8')
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(match => match[1])
  expect(blocks.length).toBeGreaterThan(4)
  const script = `set -euo pipefail\n${blocks.join("\necho; echo '---'\n")}`
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    env: {
      PATH: process.env.PATH,
      MILLE: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
      KEY: key.value.meta.token,
      CODE: owner.accessCode,
      BANNER: banner
    }
  })
  const printed = stdout.split('---\n')
  expect(printed).toHaveLength(blocks.length)
  expect(printed[1]).toContain('"selected_category_ids":["10"]')
  expect(printed.at(-1)).toContain(`"id":"${owner.userId}"`)
}, 60_000)
