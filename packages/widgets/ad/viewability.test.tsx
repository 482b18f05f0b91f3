import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { entry, FakeObserver, theObserver, useFakeObserver } from './fake-observer.ts'
import { watchViewability } from './viewability.ts'

let target: HTMLElement
const onViewable = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  useFakeObserver()
  onViewable.mockClear()
  target = document.createElement('div')
})

afterEach(() => {
  vi.useRealTimers()
})

test('half of the pixels for a whole second is viewable, once', () => {
  watchViewability(target, onViewable)
  const observer = theObserver()
  observer.report(0.5)
  vi.advanceTimersByTime(999)
  expect(onViewable).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onViewable).toHaveBeenCalledOnce()

  observer.report(0)
  observer.report(1)
  vi.advanceTimersByTime(5_000)
  expect(onViewable).toHaveBeenCalledOnce()
})

test.each([
  { what: 'less than half', ratio: 0.49, width: 300, height: 250, isViewable: false },
  { what: '30 % of 242,500 px', ratio: 0.3, width: 970, height: 250, isViewable: true },
  { what: 'less than 30 % of 242,500 px', ratio: 0.29, width: 970, height: 250, isViewable: false },
  { what: '30 % of one pixel less', ratio: 0.3, width: 242_499, height: 1, isViewable: false },
  { what: 'all of nothing', ratio: 1, width: 0, height: 0, isViewable: false }
])('$what: $isViewable', ({ ratio, width, height, isViewable }) => {
  watchViewability(target, onViewable)
  theObserver().report(ratio, width, height)
  vi.advanceTimersByTime(10_000)
  expect(onViewable).toHaveBeenCalledTimes(isViewable ? 1 : 0)
})

test('what is smaller than any ad was made so, and is not viewable', () => {
  watchViewability(target, onViewable)
  theObserver().report(1, 30, 25)
  vi.advanceTimersByTime(10_000)
  expect(onViewable).not.toHaveBeenCalled()
})

test.each([
  { what: 'covered', isVisible: [false, false] },
  { what: 'covered at first only', isVisible: [false, true] },
  { what: 'free', isVisible: [true, true] },
  { what: 'in a browser that cannot tell', isVisible: [undefined, undefined] }
])('$what: says what the browser said last', ({ isVisible }) => {
  watchViewability(target, onViewable)
  const [first, second] = isVisible
  theObserver().report(1, 300, 250, first)
  vi.advanceTimersByTime(500)
  theObserver().report(1, 300, 250, second)
  vi.advanceTimersByTime(500)
  expect(onViewable.mock.calls).toMatchObject([[{ isVisible: second }]])
})

test('says how large it is drawn, as it was last', () => {
  watchViewability(target, onViewable)
  theObserver().report(1, 300, 250)
  theObserver().report(1, 120, 25)
  vi.advanceTimersByTime(1_000)
  expect(onViewable.mock.calls).toMatchObject([[{ pixels: 3_000 }]])
})

test('two halves of a second do not make one', () => {
  watchViewability(target, onViewable)
  theObserver().report(1)
  vi.advanceTimersByTime(900)
  theObserver().report(0.2)
  theObserver().report(1)
  vi.advanceTimersByTime(900)
  expect(onViewable).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(onViewable).toHaveBeenCalledOnce()
})

test('more on screen does not restart the second', () => {
  watchViewability(target, onViewable)
  theObserver().report(0.5)
  vi.advanceTimersByTime(900)
  theObserver().report(0.9)
  vi.advanceTimersByTime(100)
  expect(onViewable).toHaveBeenCalledOnce()
})

test('a hidden tab resets', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  watchViewability(target, onViewable)
  theObserver().report(1)
  vi.advanceTimersByTime(900)
  hidden.mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(5_000)
  expect(onViewable).not.toHaveBeenCalled()

  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(999)
  expect(onViewable).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onViewable).toHaveBeenCalledOnce()
})

test('a busy page that has not told yet that the ad is gone counts nothing', () => {
  watchViewability(target, onViewable)
  theObserver().report(1)
  theObserver().missed.push(entry(0))
  vi.advanceTimersByTime(1_000)
  expect(onViewable).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  expect(onViewable).not.toHaveBeenCalled()
})

test('what the page has hidden from people is not viewable until it is shown', () => {
  let isShown = false
  Element.prototype.checkVisibility = () => isShown
  watchViewability(target, onViewable)
  theObserver().report(1)
  vi.advanceTimersByTime(3_500)
  expect(onViewable).not.toHaveBeenCalled()
  isShown = true
  vi.advanceTimersByTime(1_000)
  expect(onViewable).toHaveBeenCalledOnce()
})

test('stopped, it leaves no timer, observer or listener', () => {
  const listeners = vi.spyOn(document, 'addEventListener')
  const stop = watchViewability(target, onViewable)
  theObserver().report(1)
  expect(vi.getTimerCount()).toBe(1)
  stop()
  expect(vi.getTimerCount()).toBe(0)
  expect(FakeObserver.all.size).toBe(0)
  const [, , options] = listeners.mock.calls[0] ?? []
  expect((options as AddEventListenerOptions).signal?.aborted).toBe(true)
})
