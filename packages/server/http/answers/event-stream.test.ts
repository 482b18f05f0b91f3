import { expect, test } from 'vitest'
import { createEventStream } from './event-stream.ts'

const read = (body: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(body).text()

test('events have a name, data in one line and an id where there is one', async () => {
  const stream = createEventStream(() => {})
  stream.send('message', { text: 'two\nlines' }, '7')
  stream.send('presence', {})
  stream.beat()
  stream.close()
  expect(await read(stream.body)).toBe(
    'retry: 2000\n\nid: 7\nevent: message\ndata: {"text":"two\\nlines"}\n\nevent: presence\ndata: {}\n\n:\n\n'
  )
})

test('the end is told once, whichever side came first, and nothing is sent after it', async () => {
  let ends = 0
  const ended = () => void ends++
  const ours = createEventStream(ended)
  ours.close()
  ours.close()
  ours.send('message', 'late')
  expect(await read(ours.body)).not.toContain('late')
  const theirs = createEventStream(ended)
  await theirs.body.cancel()
  theirs.send('message', 'late')
  theirs.close()
  expect(ends).toBe(2)
})

test('a reader that does not keep up is cut off before it fills the memory', () => {
  let isEnded = false
  const stream = createEventStream(() => {
    isEnded = true
  })
  const kilobyte = 'x'.repeat(1000)
  for (let count = 0; count < 240; count++) stream.send('message', kilobyte)
  expect(isEnded).toBe(false)
  for (let count = 0; count < 20; count++) stream.send('message', kilobyte)
  expect(isEnded).toBe(true)
})
