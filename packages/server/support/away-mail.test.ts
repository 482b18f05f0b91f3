import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailChatAnswer } from './away-mail.ts'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser
let email: string
let people = 0

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signIn()
  email = `person-${people++}@example.com`
  await app.context.db
    .updateTable('users')
    .set({ email })
    .where('id', '=', Number(user.userId))
    .execute()
  await user.api.support.sendChatMessage({ text: 'Hello?' })
})

const answer = (text: string) => admin.api.support.answerConversation({ id: user.userId, text })
const runJob = () => mailChatAnswer(app.context, Number(user.userId))
const mails = () =>
  app.context.db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()

test('an answer plans one look, later, however many follow', async () => {
  await answer('One')
  app.context.clock.advance(60_000)
  await answer('Two')
  const { rows } = await app.context.pool.query(
    'select run_at from graphile_worker.jobs where key = $1',
    [`chat ${user.userId}`]
  )
  expect(rows).toEqual([{ run_at: new Date(app.context.now().getTime() + 60_000) }])
})

test('who is away gets one mail with what was answered', async () => {
  await answer('One\nand a half')
  await answer('Two')
  await runJob()
  const [mail, ...more] = await mails()
  expect(mail?.subject).toBe('You have 2 new replies from support')
  expect(mail?.text).toContain('  One\n  and a half\n\n  Two')
  expect(mail?.text).toContain(`${app.context.config.publicUrl}/#live-chat`)
  expect(more).toEqual([])
  await answer('Three')
  await runJob()
  expect(await mails()).toHaveLength(1)
})

test('after coming back, the next absence gets an email again', async () => {
  await answer('One')
  await runJob()
  const read = await user.api.support.readChatMessages()
  await user.api.support.markChatRead({
    message_id: (read.ok && read.value.data.at(-1)?.id) || ''
  })
  await answer('Two')
  await runJob()
  expect((await mails()).map(it => it.subject)).toEqual([
    'You have a new reply from support',
    'You have a new reply from support'
  ])
})

test('who has the chat open gets none', async () => {
  const stream = await user.transport('/api/v1/chat/stream', { method: 'GET' })
  await answer('One')
  await runJob()
  expect(await mails()).toEqual([])
  await stream.body?.cancel()
})

test('nor who has read it meanwhile, or has no address', async () => {
  const sent = await answer('One')
  await user.api.support.markChatRead({ message_id: sent.ok ? sent.value.data.id : '' })
  await runJob()
  expect(await mails()).toEqual([])

  const anonymous = await app.signIn()
  await anonymous.api.support.sendChatMessage({ text: 'Hello' })
  await admin.api.support.answerConversation({ id: anonymous.userId, text: 'One' })
  await mailChatAnswer(app.context, Number(anonymous.userId))
  const all = await app.context.db.selectFrom('mails').select('recipient').execute()
  expect(all.filter(it => it.recipient.includes(anonymous.userId))).toEqual([])
})

test('copies of the job mail once', async () => {
  await answer('One')
  await Promise.all([runJob(), runJob(), runJob()])
  expect(await mails()).toHaveLength(1)
})
