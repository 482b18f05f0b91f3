import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendSeen } from './send-seen.ts'

const event = { token: 'a token', kind: 'viewable' } as const
const send = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', send)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  send.mockReset()
})

afterEach(() => {
  vi.useRealTimers()
})

test('goes as plain text that outlives the page, once', async () => {
  send.mockResolvedValue(new Response(null, { status: 204 }))
  await sendSeen('https://network.example', event, new AbortController().signal)
  expect(send.mock.calls).toEqual([
    [
      'https://network.example/serve/view',
      { method: 'POST', body: JSON.stringify(event), keepalive: true }
    ]
  ])
  expect(vi.getTimerCount()).toBe(0)
})

test('says the same on a page whose objects and strings all have a toJSON', async () => {
  send.mockResolvedValue(new Response(null, { status: 204 }))
  const prototypes = [Object.prototype, String.prototype, Boolean.prototype]
  for (const prototype of prototypes)
    Object.defineProperty(prototype, 'toJSON', { value: () => 'o', configurable: true })
  await sendSeen('', event, new AbortController().signal)
  for (const prototype of prototypes) Reflect.deleteProperty(prototype, 'toJSON')
  expect(send.mock.calls[0]?.[1]?.body).toBe('{"token":"a token","kind":"viewable"}')
})

test('comes back when the network asks it to', async () => {
  send.mockResolvedValueOnce(new Response(null, { status: 503, headers: { 'Retry-After': '7' } }))
  send.mockResolvedValueOnce(new Response(null, { status: 204 }))
  const sent = sendSeen('', event, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(6_999)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  await sent
  expect(send).toHaveBeenCalledTimes(2)
})

test('waits longer each time also when the network says how long at least', async () => {
  const start = Date.now()
  const times: number[] = []
  send.mockImplementation(async () => {
    times.push((Date.now() - start) / 1_000)
    return new Response(null, { status: 503, headers: { 'Retry-After': '5' } })
  })
  const sent = sendSeen('', event, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(2 * 3_600_000)
  await sent
  expect(times).toEqual([0, 5, 15, 35, 75, 155, 315, 635, 1_275, 2_555])
})

test('waits twice as long each time, and gives up within an hour', async () => {
  send.mockRejectedValue(new TypeError('Failed to fetch'))
  const start = Date.now()
  const times: number[] = []
  send.mockImplementation(async () => {
    times.push((Date.now() - start) / 1_000)
    throw new TypeError('Failed to fetch')
  })
  const sent = sendSeen('', event, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(2 * 3_600_000)
  await sent
  expect(times).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1_023, 2_047])
  expect(vi.getTimerCount()).toBe(0)
})

test('waits up to half as long again, so that a page full of ads does not come back in one moment', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  send.mockResolvedValueOnce(new Response(null, { status: 503, headers: { 'Retry-After': '10' } }))
  send.mockResolvedValueOnce(new Response(null, { status: 204 }))
  void sendSeen('', event, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(14_900)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(send).toHaveBeenCalledTimes(2)
})

test('what the network refuses is not sent again', async () => {
  send.mockResolvedValue(new Response(null, { status: 400 }))
  await sendSeen('', event, new AbortController().signal)
  expect(send).toHaveBeenCalledOnce()
})

test('returns the receipt of the first answer that is not a failure', async () => {
  send.mockResolvedValueOnce(new Response('not yet', { status: 503 }))
  send.mockResolvedValueOnce(new Response('a receipt'))
  const sent = sendSeen('', { ...event, receipt: true }, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await sent).toBe('a receipt')
  expect(send).toHaveBeenCalledTimes(2)
})

test('an ad that is gone leaves no timer', async () => {
  const controller = new AbortController()
  send.mockResolvedValue(new Response(null, { status: 503 }))
  void sendSeen('', event, controller.signal)
  await vi.advanceTimersByTimeAsync(10)
  // Other test files of this worker may have left timers.
  const before = vi.getTimerCount()
  controller.abort()
  expect(vi.getTimerCount()).toBe(before - 1)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(send).toHaveBeenCalledOnce()
})
