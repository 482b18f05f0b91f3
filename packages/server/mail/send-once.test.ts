import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mail } from '../context.ts'
import { enqueueMail, mailQueue, sendMail } from './outbox.ts'
import { forgetSent, planLost } from './send-once.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

let taken: Mail[]
/** What the mail server does with each of the next emails. */
let behaviours: (() => void)[]
beforeEach(() => {
  taken = []
  behaviours = []
  context.mailer = {
    async send(mail) {
      taken.push(mail)
      behaviours.shift()?.()
    },
    close: () => {}
  }
})

async function write(): Promise<number> {
  await context.db.transaction().execute(tx =>
    enqueueMail(tx, {
      recipient: 'a@example.com',
      language: 'en',
      subject: 'A',
      text: 'Text',
      at: context.now()
    })
  )
  const { id } = await context.db
    .selectFrom('mails')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

const read = (id: number) =>
  context.db
    .selectFrom('mails')
    .select(['sent_at', 'given_up_at', 'failures', 'is_repeated', 'due_at', 'subject', 'text'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const refuse = (properties: object) => () => {
  throw Object.assign(new Error('refused'), properties)
}

test('copies of the job send once', async () => {
  const id = await write()
  await Promise.all([sendMail(context, id), sendMail(context, id), sendMail(context, id)])
  await sendMail(context, id)
  expect(taken).toHaveLength(1)
  expect(taken[0]?.isRepeated).toBe(false)
})

test('an email that was surely not accepted is tried again, later and later, without a mark', async () => {
  const id = await write()
  behaviours = [refuse({ command: 'CONN' }), refuse({ responseCode: 450 })]
  await sendMail(context, id)
  const wait = (await read(id)).due_at.getTime() - context.now().getTime()
  await sendMail(context, id)
  expect((await read(id)).due_at.getTime() - context.now().getTime()).toBe(2 * wait)
  await sendMail(context, id)
  expect(taken.map(mail => mail.isRepeated)).toEqual([false, false, false])
  expect(await read(id)).toMatchObject({ sent_at: context.now(), failures: 2 })
})

test('one that is refused for good is given up', async () => {
  const id = await write()
  behaviours = [refuse({ responseCode: 550 })]
  await sendMail(context, id)
  await sendMail(context, id)
  expect(taken).toHaveLength(1)
  expect(await read(id)).toMatchObject({
    ...{ sent_at: null, given_up_at: context.now() },
    ...{ subject: '', text: '' }
  })
})

test('where the outcome is unknown, it is sent a second time, marked, and never a third', async () => {
  const id = await write()
  const cutShort = refuse({ code: 'ESOCKET', command: 'DATA' })
  behaviours = [cutShort, cutShort]
  for (let attempt = 0; attempt < 4; attempt++) await sendMail(context, id)
  expect(taken.map(mail => mail.isRepeated)).toEqual([false, true])
  expect(taken[1]?.text).toContain('You may have received this email before')
  expect(await read(id)).toMatchObject({ sent_at: null, given_up_at: context.now() })
})

test('what no job will send is planned again', async () => {
  const id = await write()
  const jobs = async () => {
    const found = await context.pool.query(
      'select count(*)::int as count from graphile_worker.jobs where key = $1',
      [`mail ${id}`]
    )
    return found.rows[0].count as number
  }
  await context.pool.query('delete from graphile_worker._private_jobs where key = $1', [
    `mail ${id}`
  ])
  await planLost(context.db, mailQueue, context.now())
  expect(await jobs()).toBe(1)
  await sendMail(context, id)
  await context.pool.query('delete from graphile_worker._private_jobs')
  await planLost(context.db, mailQueue, context.now())
  expect(await jobs()).toBe(0)
})

test('what was sent is kept without its words, and a month later not at all', async () => {
  const id = await write()
  // With a real mail server there is no outbox, so the text of a sent email is not kept.
  const config = { ...context.config, mailUrl: 'smtp://mail.example' }
  await sendMail({ ...context, config }, id)
  expect(await read(id)).toMatchObject({ sent_at: context.now(), subject: '', text: '' })
  await forgetSent(context.db, mailQueue, new Date(context.now().getTime() + 29 * 86_400_000))
  expect(await read(id)).toMatchObject({ subject: '' })
  await forgetSent(context.db, mailQueue, new Date(context.now().getTime() + 31 * 86_400_000))
  await expect(read(id)).rejects.toThrow()
})
