import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailChatAnswer } from './away-mail.ts'
import { tidyChat } from './tidy.ts'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser
let other: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signIn()
  other = await app.signIn()
})

const drawing = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#c60' } })

function formOf(bytes: Uint8Array | string, name = 'picture') {
  const form = new FormData()
  form.set('data[file]', new File([bytes as BlobPart], name))
  return form
}

async function uploadAs(browser: SignedInBrowser, bytes?: Uint8Array) {
  const form = formOf(bytes ?? (await drawing().png().toBuffer()))
  const result = await browser.api.support.uploadChatPicture({ form })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.value.data
}

async function answerWith(to: SignedInBrowser, text: string) {
  const { uploadConversationPicture, answerConversation } = admin.api.support
  const form = formOf(await drawing().webp().toBuffer())
  const picture = await uploadConversationPicture({ id: to.userId, form })
  if (!picture.ok) throw new Error(picture.code)
  const sent = await answerConversation({
    id: to.userId,
    text,
    picture_id: picture.value.data.id
  })
  if (!sent.ok) throw new Error(sent.code)
  return sent.value.data
}

async function sendAs(browser: SignedInBrowser, text = '') {
  const picture = await uploadAs(browser)
  const sent = await browser.api.support.sendChatMessage({ text, picture_id: picture.id })
  if (!sent.ok) throw new Error(JSON.stringify(sent.errors))
  return sent.value.data
}

const get = (browser: Pick<SignedInBrowser, 'transport'>, path = '', headers = {}) =>
  browser.transport(path, { method: 'GET', headers })

const rowsOf = async (browser: SignedInBrowser) =>
  app.context.db
    .selectFrom('chat_pictures')
    .select(['id', 'message_id'])
    .where('user_id', '=', Number(browser.userId))
    .orderBy('id')
    .execute()

test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
  'takes %s, and keeps a WebP of the same size',
  async format => {
    const picture = await uploadAs(user, await drawing().toFormat(format).toBuffer())
    expect(picture.attributes).toMatchObject({ width: 60, height: 40 })
    const response = await get(user, picture.attributes.source)
    expect(response.status).toBe(200)
    const kept = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect(kept).toMatchObject({ format: 'webp', width: 60, height: 40 })
  }
)

test('where and with what it was taken is not kept, and it is upright', async () => {
  const taken = await drawing()
    .withExif({ IFD0: { Make: 'Somebody’s camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(taken).metadata()).exif).toBeDefined()
  const { attributes } = await uploadAs(user, taken)
  expect(attributes).toMatchObject({ width: 40, height: 60 })
  const bytes = Buffer.from(await (await get(user, attributes.source)).arrayBuffer())
  const { exif, xmp, iptc, icc } = await sharp(bytes).metadata()
  expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined])
  expect(bytes.includes('camera')).toBe(false)
})

test('a picture larger than a screen is made smaller, and its shape stays', async () => {
  const { attributes } = await uploadAs(user, await drawing(5_000, 1_250).png().toBuffer())
  expect(attributes).toMatchObject({ width: 2_560, height: 640 })
})

test('what is not an image is refused with the reason', async () => {
  const png = await sharp(
    new Uint8Array(60 * 60 * 3).map((_, at) => (at * 7919) % 251),
    {
      raw: { width: 60, height: 60, channels: 3 }
    }
  )
    .png()
    .toBuffer()
  const refused: [string, Uint8Array | string, string][] = [
    ['chat_picture_not_taken', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'not a PNG'],
    ['chat_picture_not_taken', '%PDF-1.7 and so on', 'not a PNG'],
    ['chat_picture_not_taken', png.subarray(0, png.length >> 1), 'damaged'],
    ['chat_picture_not_taken', '', 'does not contain a file'],
    ['chat_picture_too_large', new Uint8Array(5_000_001), '5 MB']
  ]
  for (const [code, bytes, detail] of refused) {
    const result = await user.api.support.uploadChatPicture({ form: formOf(bytes, 'a.png') })
    expect(result).toMatchObject({ ok: false, status: 422, code })
    expect(!result.ok && result.errors[0]?.detail).toContain(detail)
  }
  const form = formOf(new Uint8Array(5_200_000))
  expect(await user.api.support.uploadChatPicture({ form })).toMatchObject({ status: 413 })
  expect(await rowsOf(user)).toEqual([])
})

test('a small file with very many pixels is refused before it is decoded', async () => {
  const bomb = await sharp({
    create: { width: 6_000, height: 5_000, channels: 3, background: '#000' },
    limitInputPixels: false
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(200_000)
  expect(await user.api.support.uploadChatPicture({ form: formOf(bomb) })).toMatchObject({
    code: 'chat_picture_too_large'
  })
})

test('a picture goes with words or without, and both sides see it', async () => {
  const alone = await sendAs(user)
  expect(alone.attributes).toMatchObject({
    text: '',
    picture: {
      width: 60,
      height: 40,
      source: expect.stringMatching(/^\/api\/v1\/chat\/pictures\//)
    }
  })
  const answer = await answerWith(user, 'Like this?')
  expect(answer.attributes).toMatchObject({ text: 'Like this?', picture: { width: 60 } })
  const own = await user.api.support.readChatMessages()
  const inbox = await admin.api.support.readConversationMessages({ id: user.userId })
  expect(own.ok && own.value.data).toEqual([alone, answer])
  expect(inbox.ok && inbox.value.data).toEqual([alone, answer])
  for (const { attributes } of [alone, answer])
    for (const side of [user, admin])
      expect((await get(side, attributes.picture?.source)).status).toBe(200)
  const last = await admin.api.support.readConversation({ id: user.userId })
  expect(last.ok && last.value.data.attributes.last_message.has_picture).toBe(true)
})

test('others cannot see it, even with its address', async () => {
  const sent = await sendAs(user)
  const source = sent.attributes.picture?.source
  expect((await get(other, source)).status).toBe(404)
  expect((await get(app.open(), source)).status).toBe(401)
  expect((await get(user, '/api/v1/chat/pictures/2000000')).status).toBe(404)
})

test('before it is sent only who uploaded it sees it', async () => {
  const own = await uploadAs(user)
  expect((await get(user, own.attributes.source)).status).toBe(200)
  expect((await get(admin, own.attributes.source)).status).toBe(404)
  await sendAs(user)
  const form = formOf(await drawing().png().toBuffer())
  const draft = await admin.api.support.uploadConversationPicture({ id: user.userId, form })
  const source = draft.ok ? draft.value.data.attributes.source : ''
  expect((await get(admin, source)).status).toBe(200)
  expect((await get(user, source)).status).toBe(404)
  const second = await app.signInAdmin()
  expect((await get(second, source)).status).toBe(404)
})

test('it is shown as a picture and as nothing else, and asked for each time', async () => {
  const { attributes } = await uploadAs(user)
  const response = await get(user, attributes.source)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': expect.stringMatching(/^inline; /)
  })
  const known = { 'If-None-Match': response.headers.get('etag') ?? '' }
  const again = await get(user, attributes.source, known)
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await get(other, attributes.source, known)).status).toBe(404)
})

test('the same key sends the message and its picture once', async () => {
  const { id: picture_id } = await uploadAs(user)
  const options = { idempotencyKey: 'one-picture' }
  const sent = await Promise.all(
    Array.from({ length: 5 }, () =>
      user.api.support.sendChatMessage({ text: 'Once', picture_id }, options)
    )
  )
  expect(new Set(sent.map(it => it.ok && it.value.data.id)).size).toBe(1)
  const all = await user.api.support.readChatMessages()
  expect(all.ok && all.value.data).toHaveLength(1)
  expect(await user.api.support.sendChatMessage({ text: 'Twice', picture_id })).toMatchObject({
    status: 422,
    code: 'chat_picture_unknown'
  })
  const changed = { text: 'Other words', picture_id }
  expect(await user.api.support.sendChatMessage(changed, options)).toMatchObject({ status: 409 })
})

test('of many messages at once with one picture, one is written', async () => {
  const { id: picture_id } = await uploadAs(user)
  const sent = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      user.api.support.sendChatMessage({ text: `Message ${at}`, picture_id })
    )
  )
  expect(sent.filter(it => it.ok)).toHaveLength(1)
  const all = await user.api.support.readChatMessages()
  expect(all.ok && all.value.data).toHaveLength(1)
})

test('a message with a picture that is not one’s own to send is not written at all', async () => {
  const foreign = await uploadAs(other)
  await sendAs(user)
  const form = formOf(await drawing().png().toBuffer())
  const draft = await admin.api.support.uploadConversationPicture({ id: user.userId, form })
  const drafted = draft.ok ? draft.value.data.id : ''
  for (const picture_id of [foreign.id, drafted, '2000000'])
    expect(await user.api.support.sendChatMessage({ text: 'Mine', picture_id })).toMatchObject({
      code: 'chat_picture_unknown'
    })
  const own = await uploadAs(user)
  for (const picture_id of [own.id, foreign.id])
    expect(
      await admin.api.support.answerConversation({ id: user.userId, text: '', picture_id })
    ).toMatchObject({ code: 'chat_picture_unknown' })
  const all = await user.api.support.readChatMessages()
  expect(all.ok && all.value.data).toHaveLength(1)
})

test('a message needs text or a picture', async () => {
  expect(await user.api.support.sendChatMessage({})).toMatchObject({ status: 422, code: 'invalid' })
})

test('what was never sent goes after a day, what was sent stays', async () => {
  const sent = await sendAs(user)
  const unsent = await uploadAs(user)
  app.context.clock.advance(86_300_000)
  await tidyChat(app.context)
  expect(await rowsOf(user)).toHaveLength(2)
  app.context.clock.advance(200_000)
  await tidyChat(app.context)
  expect(await rowsOf(user)).toEqual([{ id: expect.any(Number), message_id: Number(sent.id) }])
  expect((await get(user, unsent.attributes.source)).status).toBe(404)
})

test('an operator can upload only into conversations that a user has begun', async () => {
  const form = formOf(await drawing().png().toBuffer())
  const { uploadConversationPicture } = admin.api.support
  expect(await uploadConversationPicture({ id: other.userId, form })).toMatchObject({ status: 404 })
  expect(await user.api.support.uploadConversationPicture({ id: user.userId, form })).toMatchObject(
    { status: 403 }
  )
})

test('so many uploads in an hour are enough', async () => {
  const form = () => formOf('no picture')
  for (let count = 0; count < 120; count++)
    await user.api.support.uploadChatPicture({ form: form() })
  expect(await user.api.support.uploadChatPicture({ form: form() })).toMatchObject({
    status: 429,
    code: 'too_many_requests'
  })
})

test('the email to an absent user says that there is a picture, and not what is in it', async () => {
  await app.context.db
    .updateTable('users')
    .set({ email: 'away@example.com' })
    .where('id', '=', Number(user.userId))
    .execute()
  await sendAs(user)
  await answerWith(user, '')
  await answerWith(user, 'Two words')
  await mailChatAnswer(app.context, Number(user.userId))
  const mail = await app.context.db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('recipient', '=', 'away@example.com')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe('You have 2 new replies from support')
  expect(mail.text).toContain('\n\n  [A picture]\n\n  Two words\n  [A picture]\n\n')
  expect(mail.text).toContain(`${app.context.config.publicUrl}/#live-chat`)
})

test('with Chatwoot no picture is taken', async () => {
  const elsewhere = await createTestApp({ chatwoot: { url: 'https://chat.example', token: 'x' } })
  try {
    const person = await elsewhere.signIn()
    const form = formOf(await drawing().png().toBuffer())
    expect(await person.api.support.uploadChatPicture({ form })).toMatchObject({
      status: 409,
      code: 'chat_elsewhere'
    })
  } finally {
    await elsewhere.close()
  }
})
