import { randomBytes } from 'node:crypto'
import { type Api, createApi } from '@mille/api/client.ts'
import type { Transport } from '@mille/api/transport.ts'
import { type EventReader, type ReadEvent, readEvents } from '@mille/testing/read-events.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const rounds = process.env.MILLE_PROOF === 'full' ? 200 : 20

let first: ServerProcess
let second: ServerProcess
let user: Person
let operator: Person

beforeAll(async () => {
  // Neither process serves pages, so no build is needed; every process serves API calls.
  const environment = { ROLES: 'worker', SECRET: randomBytes(32).toString('hex') }
  first = await startServerProcess(environment)
  const [row] = await first.query('show unix_socket_directories')
  const [port] = await first.query('show port')
  const host = encodeURIComponent(String(row?.unix_socket_directories))
  second = await startServerProcess({
    ...environment,
    DATABASE_URL: `postgres://mille@/postgres?host=${host}&port=${port?.port}`
  })
  user = await signUp(first)
  operator = await signUp(second)
  await first.query(`update users set roles = '{admin}' where id = ${operator.id}`)
})
afterAll(async () => {
  await second.dispose()
  await first.dispose()
})

test(`two people talk through two processes, ${rounds} times there and back`, async () => {
  const own = await user.listen('/api/v1/chat/stream')
  const inbox = await operator.listen('/api/v1/admin/chat/stream')
  const waits: number[] = []
  for (let round = 0; round < rounds; round++) {
    waits.push(await heard(user.say(`question ${round}`), inbox, `question ${round}`))
    // An account may write twenty messages per minute, so this account's last messages are moved back by an hour.
    await first.query("update chat_messages set created_at = created_at - interval '1 hour'")
    waits.push(await heard(operator.answer(user.id, `answer ${round}`), own, `answer ${round}`))
  }
  waits.sort((one, other) => one - other)
  process.stdout.write(
    `${waits.length} messages through two processes: median ${waits.at(waits.length / 2)} ms, worst ${waits.at(-1)} ms\n`
  )
  await Promise.all([own.close(), inbox.close()])
})

test('the operator is online for both processes while one of them has the inbox open', async () => {
  const own = await user.listen('/api/v1/chat/stream')
  // The inbox of the previous test may still be closing.
  await own.next(event => isPresence(event) && !isOnline(event))
  const inbox = await operator.listen('/api/v1/admin/chat/stream')
  expect((await own.next(isPresence)).data).toMatchObject({ is_online: true })
  await inbox.close()
  expect((await own.next(isPresence)).data).toMatchObject({ is_online: false })
  await own.close()
})

test('a restart ends the streams in time and loses nothing', async () => {
  const inbox = await operator.listen('/api/v1/admin/chat/stream')
  await user.say('before the restart')
  const before = await inbox.next(isMessage)
  const started = performance.now()
  const ended = inbox.ended()
  expect(await second.stop()).toBe(0)
  expect(await ended).toBe(true)
  // An open stream does not delay the stop until its time limit.
  expect(performance.now() - started).toBeLessThan(5_000)

  await user.say('while it was down')
  await second.restart()
  const again = await operator.listen('/api/v1/admin/chat/stream', before.id ?? '')
  expect(textOf(await again.next(isMessage))).toBe('while it was down')
  await again.close()
})

test('a killed process takes its operator offline, and the history stays', async () => {
  const inbox = await operator.listen('/api/v1/admin/chat/stream')
  await second.kill()
  await expect(inbox.ended()).rejects.toThrow()
  await second.restart()
  const messages = await operator.api.support.readConversationMessages({ id: user.id })
  expect(messages.ok && messages.value.data.at(-1)?.attributes.text).toBe('while it was down')
  // The next heartbeat of any process finds that the streams of the dead process are outdated.
  await first.query("update chat_streams set seen_at = seen_at - interval '1 minute'")
  const own = await user.listen('/api/v1/chat/stream')
  expect((await own.next(isPresence)).data).toMatchObject({ is_online: false })
  await own.close()
})

test('a user who is offline gets one email from whichever process takes the job', async () => {
  await first.query(`update users set email = 'away@example.com' where id = ${user.id}`)
  await operator.answer(user.id, 'are you there')
  // As if two minutes had passed.
  await first.query(
    "update graphile_worker._private_jobs set run_at = now() where key like 'chat %'"
  )
  const mails = () => first.query("select text from mails where recipient = 'away@example.com'")
  await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(1)
  expect((await mails())[0]?.text).toContain('are you there')
})

const isMessage = ({ event }: ReadEvent) => event === 'message'
const isPresence = ({ event }: ReadEvent) => event === 'presence'
const isOnline = ({ data }: ReadEvent) => (data as { is_online: boolean }).is_online
const textOf = ({ data }: ReadEvent) => (data as { attributes: { text: string } }).attributes.text

/** Returns how long it takes from the answer in one process to the event in the other, in milliseconds. */
async function heard(saying: Promise<void>, stream: EventReader, text: string): Promise<number> {
  const started = performance.now()
  await saying
  await stream.next(event => isMessage(event) && textOf(event) === text)
  return Math.round(performance.now() - started)
}

type Person = {
  id: string
  api: Api
  listen: (path: string, lastEventId?: string) => Promise<EventReader>
  say: (text: string) => Promise<void>
  answer: (id: string, text: string) => Promise<void>
}

/** Creates an account that reaches the product through one of the processes. */
async function signUp(server: ServerProcess): Promise<Person> {
  const cookies = new Map<string, string>()
  const transport: Transport = async (path, init) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(`${server.url}${path}`, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return response
  }
  const api = createApi({ transport })
  const made = await api.accounts.signUp({ anonymous: true })
  if (!made.ok || !made.value.data) throw new Error('no account')
  return {
    id: made.value.data.id,
    api,
    async listen(path, lastEventId) {
      const headers = new Headers(lastEventId ? { 'Last-Event-ID': lastEventId } : {})
      return readEvents(await transport(path, { method: 'GET', headers }))
    },
    async say(text) {
      const sent = await api.support.sendChatMessage({ text })
      if (!sent.ok) throw new Error(sent.code)
    },
    async answer(id, text) {
      const sent = await api.support.answerConversation({ id, text })
      if (!sent.ok) throw new Error(sent.code)
    }
  }
}
