import type { CallResult } from '@mille/api/client.ts'
import type { ChatMessage, ChatPictureDocument } from '@mille/api/support/endpoints.ts'
import { expect, test } from 'vitest'
import { sampleMessage, samplePicture } from '../shared/sample-chat.ts'
import { createComposer } from './composer.ts'
import { createPictureField } from './picture.ts'

type Sent = CallResult<{ data: ChatMessage }>

const sent: Sent = { ok: true, status: 201, value: { data: sampleMessage('9', '1') } }
const failed = (code: string): Sent => ({ ok: false, status: 503, code, errors: [] })
const one = () => [new File(['x'], 'a.png', { type: 'image/png' })]

function create(answers: Sent[], isThere = true) {
  const messages: object[] = []
  const arrived: string[] = []
  let uploads = 0
  const waiting: (() => void)[] = []
  const composer = createComposer({
    send: async message => {
      messages.push(message)
      return answers.shift() ?? sent
    },
    loadPictureField: async () => {
      if (!isThere) throw new TypeError('no network')
      return createPictureField(
        () =>
          new Promise<CallResult<ChatPictureDocument>>(resolve => {
            uploads += 1
            const data = samplePicture(String(uploads))
            waiting.push(() => resolve({ ok: true, status: 201, value: { data } }))
          })
      )
    },
    onSent: message => arrived.push(message.id)
  })
  const arrive = () => waiting.shift()?.()
  const picture = () => composer.$pictureField.get()?.$picture.get()
  return { composer, messages, arrived, arrive, picture }
}

test('sending waits for the picture, and needs no words', async () => {
  const { composer, messages, arrived, arrive, picture } = create([])
  await composer.attach(one())
  const sending = composer.send('')
  expect(composer.$isSending.get()).toBe(true)
  expect(await composer.send('')).toBe(false)
  arrive()
  expect(await sending).toBe(true)
  expect(messages).toEqual([{ text: '', picture_id: '1' }])
  expect(arrived).toEqual(['9'])
  expect(picture()).toEqual({ status: 'none' })
})

test('words that are written while others are on their way go after them, once', async () => {
  const { composer, messages } = create([sent, sent])
  const first = composer.send('One')
  const second = composer.send('Two')
  // As when Enter is pressed twice for each message.
  const again = [composer.send('One'), composer.send('Two')]
  expect(await Promise.all([first, second, ...again])).toEqual([true, true, false, false])
  expect(messages).toEqual([{ text: 'One' }, { text: 'Two' }])
  expect(composer.$isSending.get()).toBe(false)
})

test('an empty text is not a message, and it says so until there is one', async () => {
  const { composer, messages } = create([sent])
  expect(await composer.send('')).toBe(false)
  expect(messages).toEqual([])
  expect(composer.$problem.get()?.code).toBe('message_empty')
  expect(await composer.send('Hello')).toBe(true)
  expect(composer.$problem.get()).toBeNull()
})

test('a message with a picture that was not sent goes again as it was', async () => {
  const { composer, messages, arrive, picture } = create([failed('unreachable'), sent, sent])
  await composer.attach(one())
  arrive()
  expect(await composer.send('Look')).toBe(false)
  expect(composer.$problem.get()?.code).toBe('unreachable')
  expect(picture()).toMatchObject({ status: 'ready' })
  expect(await composer.send('Look')).toBe(true)
  await composer.attach(one())
  arrive()
  expect(await composer.send('Look')).toBe(true)
  expect(messages[1]).toEqual(messages[0])
  expect(messages[2]).toEqual({ text: 'Look', picture_id: '2' })
})

test('a picture that is not there any more goes up again', async () => {
  const { composer, messages, arrive, picture } = create([failed('chat_picture_unknown'), sent])
  await composer.attach(one())
  arrive()
  expect(await composer.send('Look')).toBe(false)
  expect(picture()).toMatchObject({ status: 'failed', problem: { code: 'chat_picture_unknown' } })
  expect(await composer.send('Look')).toBe(false)
  composer.$pictureField.get()?.retry()
  arrive()
  expect(await composer.send('Look')).toBe(true)
  expect(messages.at(-1)).toEqual({ text: 'Look', picture_id: '2' })
})

test('without a network for what uploads it is said, and words still go', async () => {
  const { composer } = create([], false)
  await composer.attach(one())
  expect(composer.$problem.get()?.code).toBe('unreachable')
  expect(await composer.send('Hello')).toBe(true)
})

test('what was not sent is taken away, what is on its way goes', async () => {
  const { composer, arrived, arrive, picture } = create([])
  await composer.attach(one())
  composer.clear()
  expect(picture()).toEqual({ status: 'none' })
  await composer.attach(one())
  const sending = composer.send('Look')
  composer.clear()
  arrive()
  arrive()
  expect(await sending).toBe(true)
  expect(arrived).toEqual(['9'])
})
