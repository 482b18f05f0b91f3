import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ publicUrl: 'http://mille.test:3000' })
})
afterAll(() => app.close())

const statusOf = async (origin: string, path: string) =>
  (await app.fetch(new Request(`${origin}${path}`))).status

test.each(['/dev/outbox', '/dev/outbox.json'])(
  '%s is for this machine, for an address, and for the name that the network has',
  async path => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', '192.168.1.7:3000'])
      expect([host, await statusOf(`http://${host}`, path)]).toEqual([host, 200])
    expect(await statusOf('http://mille.test:3000', path)).toBe(200)
    // A site of somebody else whose name suddenly leads here.
    for (const host of ['evil.example', 'mille.test.evil.example:3000', 'localhost.evil.example'])
      expect([host, await statusOf(`http://${host}`, path)]).toEqual([host, 404])
  }
)
