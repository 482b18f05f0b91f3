import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let passedMs = 0
beforeAll(async () => {
  app = await createTestApp({ publicUrl: 'http://mille.test:3000' }, undefined, {
    advanceClock: ms => {
      passedMs += ms
    }
  })
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
    // Hosts of another site whose DNS name suddenly resolves to this server.
    for (const host of ['evil.example', 'mille.test.evil.example:3000', 'localhost.evil.example'])
      expect([host, await statusOf(`http://${host}`, path)]).toEqual([host, 404])
  }
)

const passTime = (type: string, body: string) =>
  app.fetch(
    new Request('http://localhost:3000/dev/clock', {
      method: 'POST',
      headers: { 'content-type': type },
      body
    })
  )

test.each([
  'application/json',
  'application/json;charset=utf-8',
  'Application/JSON; charset="UTF-8"; q=1'
])('lets time pass for a body of the type %s', async type => {
  const before = passedMs
  const answer = await passTime(type, '{"seconds": 86400}')
  expect(answer.status).toBe(200)
  expect(passedMs - before).toBe(86_400_000)
  expect(await answer.json()).toEqual({ now: expect.stringMatching(/^\d{4}-.+Z$/) })
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
  'says which type it needs instead of "%s", which a form of another site may send',
  async type => {
    const before = passedMs
    const answer = await passTime(type, '{"seconds": 86400}')
    expect(answer.status).toBe(415)
    expect(passedMs).toBe(before)
    expect(await answer.json()).toEqual({
      error: 'Send the body with Content-Type: application/json'
    })
  }
)
