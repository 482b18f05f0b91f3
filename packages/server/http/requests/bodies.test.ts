import { findSlow } from '@mille/testing/processor.ts'
import { createRandom } from '@mille/testing/random.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readForm } from './form.ts'

const typed = { 'content-type': 'application/json;charset=utf-8' }
const formType = 'multipart/form-data; boundary=x'
const file = 'Content-Disposition: form-data; name="data[file]"; filename="a.png"\r\n\r\n'
const tinyParts = `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(70_000)}--x--\r\n`

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ callsPerMinute: 3_000 })
})
afterAll(() => app.close())

type Sender = Pick<SignedInBrowser, 'transport'>
async function tokenOf({ transport }: Sender): Promise<string> {
  const response = await transport('/api/v1/authenticity_token', { method: 'POST' })
  return (await response.json()).data.attributes.base64
}

const sendForm = (sender: Sender, token: string, body: BodyInit, bytes: number) =>
  sender.transport('/api/v1/chat/pictures', {
    method: 'POST',
    body,
    duplex: 'half',
    headers: {
      'content-type': formType,
      'content-length': String(bytes),
      'x-csrf-token': token
    }
  } as RequestInit)

/** Returns a body whose sender stops after some bytes, until `giveUp` is called. */
function unfinished(bytes: number) {
  let isRead = false
  const { promise: end, resolve: giveUp } = Promise.withResolvers<void>()
  const first = Buffer.from(`--x\r\n${file}${'y'.repeat(bytes)}`)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (isRead) await end
        else controller.enqueue(first)
        if (isRead) controller.close()
        isRead = true
      }
    },
    { highWaterMark: 0 }
  )
  return { body, giveUp, isRead: () => isRead }
}

test('a form of 70,000 tiny parts keeps the server busy no longer than one of five', async () => {
  expect(tinyParts.length).toBeGreaterThan(3_500_000)
  const user = await app.signIn()
  const token = await tokenOf(user)
  const send = async () => {
    const response = await sendForm(user, token, tinyParts, tinyParts.length)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      errors: [{ code: 'invalid', detail: 'The form contains too many parts.' }]
    })
  }
  const four = async () => void (await Promise.all(Array.from({ length: 4 }, send)))
  await four()
  // Measures four forms together, in the thread that serves all requests.
  expect(await findSlow(app.context.pool, 'thread', four, four, 4 * 50)).toBeNull()
})

test('bodies that the schema refuses count against the budget of who sends them', async () => {
  const strict = await createTestApp({ callsPerMinute: 300 })
  const stranger = strict.open('203.0.113.7')
  const token = await tokenOf(stranger)
  const short = '{"data":{"type":"users","attributes":{"email":7}}}'
  const statuses = new Set<number>()
  let sent = 0
  for (; sent < 4_600 && !statuses.has(429); sent++) {
    const response = await stranger.transport('/api/v1/users', {
      method: 'POST',
      body: short,
      headers: { ...typed, 'content-length': String(short.length), 'x-csrf-token': token }
    })
    statuses.add(response.status)
  }
  expect([...statuses]).toEqual([422, 429])
  // The budget refills a little while the bodies are sent, and the request for the token was a call too.
  expect(sent).toBeGreaterThanOrEqual(300)
  await strict.close()
})

test('150 pictures that are sent and never end hold a share of the memory, and no more are read', async () => {
  const user = await app.signIn('198.51.101.7')
  const token = await tokenOf(user)
  const bodies = Array.from({ length: 150 }, () => unfinished(4_900_000))
  const statuses: number[] = []
  const all = bodies.map(async ({ body }) => {
    statuses.push((await sendForm(user, token, body, 5_000_000)).status)
  })
  await expect.poll(() => statuses.length, { timeout: 20_000 }).toBe(146)
  expect(new Set(statuses)).toEqual(new Set([429]))
  await expect.poll(() => bodies.filter(it => it.isRead()).length).toBe(4)
  // Small calls of the same account still work, and the room is free again once the senders give up.
  expect((await user.transport('/api/v1/current_user', { method: 'GET' })).status).toBe(200)
  for (const { giveUp } of bodies) giveUp()
  await Promise.all(all)
  expect(statuses.filter(status => status !== 429)).toEqual([422, 422, 422, 422])
  const again = await sendForm(user, token, `--x\r\n${file}words\r\n--x--\r\n`, 200)
  expect(again.status).toBe(422)
})

test('new accounts at one address share the memory, and accounts elsewhere do not wait', async () => {
  const near = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const moved = app.open('198.51.102.7')
      for (const [name, value] of (await app.signIn()).cookies) moved.cookies.set(name, value)
      return moved
    })
  )
  const bodies = Array.from({ length: 12 }, () => unfinished(10_000))
  const statuses: number[] = []
  const all = near.map(async (user, nth) => {
    const token = await tokenOf(user)
    const { body } = bodies[nth] ?? unfinished(0)
    statuses.push((await sendForm(user, token, body, 5_000_000)).status)
  })
  await expect.poll(() => statuses.length, { timeout: 20_000 }).toBe(4)
  expect(new Set(statuses)).toEqual(new Set([429]))
  const far = await app.signIn('203.0.114.7')
  const sent = await sendForm(far, await tokenOf(far), `--x\r\n${file}words\r\n--x--\r\n`, 200)
  expect(sent.status).toBe(422)
  for (const { giveUp } of bodies) giveUp()
  await Promise.all(all)
})

test('an account that has used up its uploads is refused before the body is read', async () => {
  const user = await app.signIn()
  const token = await tokenOf(user)
  const words = `--x\r\n${file}words\r\n--x--\r\n`
  let status = 0
  for (let sent = 0; sent < 200 && status !== 429; sent++)
    ({ status } = await sendForm(user, token, words, words.length))
  expect(status).toBe(429)
  const { body, isRead } = unfinished(1_000)
  expect((await sendForm(user, token, body, 5_000_000)).status).toBe(429)
  expect(isRead()).toBe(false)
})

const endpoint = { multipart: { file: 'file' }, formBytes: 5_000 } as never
const readText = (text: Uint8Array | string) =>
  readForm(
    new Request('http://localhost/', {
      method: 'POST',
      body: typeof text === 'string' ? text : Buffer.from(text),
      headers: { 'content-type': formType }
    }),
    endpoint
  )

test('reads words and one file', async () => {
  const word = '--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\nbanner ü\r\n'
  const picture = `--x\r\nContent-Type: image/png\r\n${file}bytes\r\n`
  const read = await readText(`${word}${picture}--x--\r\n`)
  if (!read.ok) throw new Error(read.detail)
  expect(read.value.get('kind')).toBe('banner ü')
  const sent = read.value.get('data[file]') as File
  expect([sent.name, sent.type, await sent.text()]).toEqual(['a.png', 'image/png', 'bytes'])
  const many = { ok: false, code: 'invalid', detail: 'The form contains too many parts.' }
  expect(await readText(`${picture}${picture}--x--\r\n`)).toMatchObject(many)
  expect(await readText(`${word.repeat(6)}--x--\r\n`)).toMatchObject(many)
  expect(await readText('y'.repeat(5_001))).toMatchObject({ code: 'body_too_large' })
})

test('every form that is cut off or damaged gets an answer', async () => {
  const whole = Buffer.from(`--x\r\n${file}${'bytes\r\n'.repeat(20)}\r\n--x--\r\n`)
  const random = createRandom(35)
  for (let length = 0; length < whole.length; length++)
    expect((await readText(whole.subarray(0, length))).ok, `${length} bytes`).toBe(
      length > whole.length - 3
    )
  for (let nth = 0; nth < 2_000; nth++) {
    const damaged = Buffer.from(whole)
    for (let times = random.below(8); times >= 0; times--)
      damaged[random.below(damaged.length)] = random.pick([13, 10, 45, 120, random.below(256)])
    const read = await readText(damaged)
    expect(read.ok || read.code === 'invalid').toBe(true)
  }
})
