import type { CallResult } from '@mille/api/client.ts'
import type { ChatPictureDocument } from '@mille/api/support/endpoints.ts'
import { expect, test } from 'vitest'
import { samplePicture } from '../shared/sample-chat.ts'
import { createPictureField, type UploadOptions } from './picture.ts'

type Answer = CallResult<ChatPictureDocument>

const file = (name: string, type = 'image/png', size = 4) =>
  new File([new Uint8Array(size)], name, { type })
const uploaded = (id: string): Answer => ({
  ok: true,
  status: 201,
  value: { data: samplePicture(id) }
})
const refused = (code: string): Answer => ({ ok: false, status: 422, code, errors: [] })

function createField() {
  const uploads: ({
    name: string
    answer: (value: Answer) => void
    breakOff: () => void
  } & UploadOptions)[] = []
  const field = createPictureField(
    (form, options) =>
      new Promise((answer, reject) => {
        const name = (form.get('data[file]') as File).name
        const breakOff = () => reject(new TypeError('broken off'))
        options.signal.addEventListener('abort', breakOff)
        uploads.push({ ...options, name, answer, breakOff })
      })
  )
  return { field, uploads, state: () => field.$picture.get() }
}

test('goes up at once, and says how far it is', async () => {
  const { field, uploads, state } = createField()
  field.attach([file('a.png')])
  expect(state()).toMatchObject({ status: 'uploading', fraction: 0 })
  uploads[0]?.onProgress(0.5)
  expect(state()).toMatchObject({ status: 'uploading', fraction: 0.5 })
  uploads[0]?.answer(uploaded('7'))
  expect(await field.settled()).toMatchObject({ status: 'ready', picture: { id: '7' } })
})

test.each([
  ['one_picture', [file('a.png'), file('b.png')]],
  ['chat_picture_not_taken', [file('a.svg', 'image/svg+xml')]],
  ['chat_picture_too_large', [file('a.png', 'image/png', 5_000_001)]]
])('%s is said before anything is sent', (code, files) => {
  const { field, uploads, state } = createField()
  field.attach(files)
  expect(state()).toMatchObject({ status: 'failed', problem: { code } })
  expect(uploads).toEqual([])
})

test('a kind that the system has no name for is for the server to know', () => {
  const { field, uploads } = createField()
  field.attach([file('a.avif', '')])
  expect(uploads).toHaveLength(1)
})

test('another picture takes its place, whichever is there first', async () => {
  const { field, uploads, state } = createField()
  field.attach([file('first.png')])
  field.attach([file('second.png')])
  expect(uploads[0]?.signal.aborted).toBe(true)
  uploads[0]?.onProgress(1)
  uploads[0]?.answer(uploaded('1'))
  expect(state()).toMatchObject({ status: 'uploading', file: { name: 'second.png' }, fraction: 0 })
  uploads[1]?.answer(uploaded('2'))
  expect(await field.settled()).toMatchObject({ status: 'ready', picture: { id: '2' } })
})

test('what did not get through is still there to go again', async () => {
  const { field, uploads } = createField()
  field.attach([file('a.png')])
  uploads[0]?.breakOff()
  expect(await field.settled()).toMatchObject({ problem: { code: 'unreachable' } })
  field.retry()
  uploads[1]?.answer(refused('too_many_requests'))
  expect(await field.settled()).toMatchObject({ problem: { code: 'too_many_requests' } })
  field.retry()
  expect(uploads.map(it => it.name)).toEqual(['a.png', 'a.png', 'a.png'])
})

test('what is taken away is not sent on, and nothing comes of it', async () => {
  const { field, uploads, state } = createField()
  field.attach([file('a.png')])
  const settled = field.settled()
  field.remove()
  expect(uploads[0]?.signal.aborted).toBe(true)
  expect(await settled).toEqual({ status: 'none' })
  expect(state()).toEqual({ status: 'none' })
})
