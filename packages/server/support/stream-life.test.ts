import { readEvents } from '@mille/testing/read-events.ts'
import { createTestApp } from '@mille/testing/test-app.ts'
import { expect, test } from 'vitest'
import { createSessions } from '../accounts/index.ts'
import type { Call } from '../http/serve.ts'
import { createChatStreams } from './chat-streams.ts'

test('a stream ends with its session, and when an operator is one no more', async () => {
  const app = await createTestApp()
  const streams = createChatStreams(app.context)
  try {
    const user = await app.signIn()
    const admin = await app.signInAdmin()
    const own = readEvents(await opened(user.cookies, 'user'))
    const inbox = readEvents(await opened(admin.cookies, 'operator'))
    await streams.beat()
    await user.api.accounts.signOut()
    await app.context.db.updateTable('users').set({ roles: [] }).execute()
    await streams.beat()
    expect(await own.ended()).toBe(true)
    expect(await inbox.ended()).toBe(true)
  } finally {
    await streams.stop()
    await app.close()
  }

  async function opened(cookies: Map<string, string>, side: 'user' | 'operator') {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request('http://localhost:3000/api/v1/chat/stream', { headers: { cookie } })
    const session = await createSessions(app.context).read(request)
    if (!session) throw new Error('nobody is signed in')
    const address = '10.0.0.1'
    const given = { request, session, user: session.user, input: {}, address }
    const call = given as Call<{ after?: string }>
    const reply = await streams.open(call, side)
    if (!reply.ok) throw new Error(reply.code)
    return new Response(reply.stream ?? null)
  }
})

test('stopping ends every stream and takes its people off the list', async () => {
  const app = await createTestApp()
  const user = await app.signIn()
  const response = await user.transport('/api/v1/chat/stream', { method: 'GET' })
  const stream = readEvents(response)
  await app.stop()
  expect(await stream.ended()).toBe(true)
  const left = await app.context.db.selectFrom('chat_streams').select('id').execute()
  expect(left).toEqual([])
  expect((await user.transport('/api/v1/chat/stream', { method: 'GET' })).status).toBe(503)
  await app.close()
})
