import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatEvent } from './streams.ts'
import { subscribeToChat } from './subscribe.ts'

/** The part of the browser's `EventSource` that the code uses. The test decides which events arrive. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 1
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.opened.push(this)
  }
  close() {
    this.readyState = FakeEventSource.CLOSED
  }
  say(event: string, data: unknown, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data), lastEventId }))
  }
  fail(readyState: number) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
}

beforeEach(() => {
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const urls = () => FakeEventSource.opened.map(it => it.url)

test('tells what arrives, by its name', () => {
  const heard: ChatEvent[] = []
  subscribeToChat('/stream', '7', event => heard.push(event))
  FakeEventSource.opened[0]?.say('presence', { side: 'operator', is_online: true })
  expect(urls()).toEqual(['/stream?after=7'])
  expect(heard).toEqual([{ event: 'presence', data: { side: 'operator', is_online: true } }])
})

test('leaves a broken connection to the browser, and a refused one opens again where it was', () => {
  subscribeToChat('/stream', null, () => {})
  const [first] = FakeEventSource.opened
  first?.say('message', {}, '12')
  first?.fail(0)
  vi.advanceTimersByTime(60_000)
  expect(urls()).toEqual(['/stream'])
  first?.fail(FakeEventSource.CLOSED)
  vi.advanceTimersByTime(5_000)
  expect(urls()).toEqual(['/stream', '/stream?after=12'])
})

test('stopped, it opens nothing any more', () => {
  const stop = subscribeToChat('/stream', null, () => {})
  FakeEventSource.opened[0]?.fail(FakeEventSource.CLOSED)
  stop()
  vi.advanceTimersByTime(60_000)
  expect(urls()).toEqual(['/stream'])
  expect(FakeEventSource.opened[0]?.readyState).toBe(FakeEventSource.CLOSED)
})
