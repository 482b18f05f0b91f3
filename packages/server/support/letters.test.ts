import { dayMs } from '@mille/api/durations.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { solveProof } from '../http/testing/proof.ts'
import { forgetSupport } from './index.ts'
import { deleteOldLetters } from './letter-queries.ts'

let app: TestApp
let admin: SignedInBrowser
let networks = 0

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
  await app.context.db
    .updateTable('users')
    .set({ email: 'operator@example.com' })
    .where('id', '=', Number(admin.userId))
    .execute()
})
beforeEach(async () => {
  await app.context.db.deleteFrom('chat_letters').execute()
  await app.context.db.deleteFrom('mails').execute()
})
afterAll(() => app.close())

/** Opens a browser on a network from which no letter has come yet. */
const writer = () => app.open(`198.51.${networks++}.7`)
type Letter = Parameters<SignedInBrowser['api']['support']['sendLetter']>[0]

const letter = (values: Partial<Letter> = {}): Letter => ({
  letter_id: crypto.randomUUID(),
  email: 'Ada@Example.com',
  text: 'What does it cost?',
  ...values
})
const send = (values: Partial<Letter> = {}, from = writer()) =>
  from.api.support.sendLetter(letter(values))

function post(headers: Record<string, string>, attributes: object = letter(), from = writer()) {
  return from.transport('/api/v1/chat/letters', {
    method: 'POST',
    headers: {
      'content-type': 'application/json;charset=utf-8',
      origin: 'https://blog.example',
      ...headers
    },
    body: JSON.stringify({ data: { type: 'chat_letters', attributes } })
  })
}

async function inbox() {
  const list = await admin.api.support.listLetters()
  if (!list.ok) throw new Error(list.code)
  return list.value
}
const mails = () => app.context.db.selectFrom('mails').select(['recipient', 'text']).execute()

test('a page of any origin leaves a letter, which the operators read and get by email', async () => {
  const answer = await post({ 'sec-fetch-site': 'cross-site' })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  expect(answer.headers.get('set-cookie')).toBeNull()
  const { data, meta } = await inbox()
  expect(data).toEqual([
    {
      type: 'chat_letters',
      id: expect.any(String),
      attributes: {
        email: 'ada@example.com',
        text: 'What does it cost?',
        page_origin: 'https://blog.example',
        created_at: app.context.now().toISOString(),
        answered_at: null
      }
    }
  ])
  expect(meta).toEqual({ pagination: { records: 1 }, waiting_count: 1 })
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ recipient: 'operator@example.com' })
  expect(mail?.text).toContain('ada@example.com left this message on https://blog.example')
})

test('a letter belongs to no account: neither a cookie nor a wrong token changes what becomes of it', async () => {
  expect((await post({}, letter(), admin)).status).toBe(204)
  expect((await post({ authorization: 'Bearer nonsense' })).status).toBe(204)
})

test.each(['null', 'chrome-extension://abc', `https://${'a'.repeat(300)}.example`])(
  'no page is kept where the origin is %s',
  async origin => {
    expect((await post({ origin })).status).toBe(204)
    expect((await inbox()).data[0]?.attributes.page_origin).toBeNull()
  }
)

test('the same letter sent again and at once is kept, emailed and counted once', async () => {
  const from = writer()
  const sent = letter()
  const results = await Promise.all([1, 2].map(() => from.api.support.sendLetter(sent)))
  for (let times = 0; times < 5; times++) results.push(await from.api.support.sendLetter(sent))
  expect(results.every(it => it.ok)).toBe(true)
  expect((await inbox()).data).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
})

test('another letter with the ID of the first is refused', async () => {
  const sent = letter()
  await send(sent)
  expect(await send({ ...sent, text: 'Something else' })).toMatchObject({
    status: 409,
    code: 'letter_differs'
  })
  expect((await inbox()).data).toHaveLength(1)
})

test.each<[string, Partial<Letter>]>([
  ['letter_id', { letter_id: '7' }],
  ['email', { email: 'ada' }],
  ['email', { email: `${'a'.repeat(250)}@example.com` }],
  ['text', { text: '  ' }],
  ['text', { text: 'x'.repeat(2_001) }]
])('%s is named when it is wrong', async (field, values) => {
  expect(await send(values)).toMatchObject({
    status: 422,
    code: 'invalid',
    errors: [{ source: { pointer: `/data/attributes/${field}` } }]
  })
})

test('a form of another page, which a browser sends without asking, is not accepted', async () => {
  expect((await post({ 'content-type': 'text/plain' })).status).toBe(415)
})

test('after three letters a network has to prove work, with a challenge for this alone', async () => {
  const from = writer()
  for (let times = 0; times < 3; times++) expect(await send({}, from)).toMatchObject({ ok: true })
  expect(await send({}, from)).toMatchObject({ status: 422, code: 'captcha_required' })
  const other = await solveProof(from.api, 'ad_report')
  expect(await send({ captcha: other }, from)).toMatchObject({ code: 'captcha_invalid' })
  const captcha = await solveProof(from.api, 'chat_letter')
  expect(await send({ captcha }, from)).toMatchObject({ ok: true })
  expect(await send()).toMatchObject({ ok: true })
})

test('an operator marks a letter as answered, and as waiting again', async () => {
  await send({ text: 'First' })
  await send({ text: 'Second' })
  const [newest] = (await inbox()).data
  const id = newest?.id ?? ''
  const { markLetter } = admin.api.support
  const marked = await markLetter({ id, is_answered: true })
  expect(marked.ok && marked.value.data.attributes.answered_at).toBe(
    app.context.now().toISOString()
  )
  const after = await inbox()
  expect(after.data.map(it => it.attributes.text)).toEqual(['First', 'Second'])
  expect(after.meta.waiting_count).toBe(1)
  const back = await markLetter({ id, is_answered: false })
  expect(back.ok && back.value.data.attributes.answered_at).toBeNull()
  expect(await markLetter({ id: '2000000000', is_answered: true })).toMatchObject({ status: 404 })
})

test('letters go some time after the answer or a year, and with an account of that address', async () => {
  const { db, now } = app.context
  await send({ text: 'Answered' })
  const id = (await inbox()).data[0]?.id ?? ''
  await admin.api.support.markLetter({ id, is_answered: true })
  await send({ text: 'Waiting' })
  const texts = async () => (await inbox()).data.map(it => it.attributes.text)
  const later = new Date(now().getTime() + 1)
  const before = new Date(now().getTime() - dayMs)
  await deleteOldLetters(db, { answered: before, came: before })
  expect(await texts()).toEqual(['Waiting', 'Answered'])
  await deleteOldLetters(db, { answered: later, came: before })
  expect(await texts()).toEqual(['Waiting'])
  await db.transaction().execute(tx => forgetSupport(tx, 2_000_000_000, 'ada@example.com'))
  expect(await texts()).toEqual([])
})
