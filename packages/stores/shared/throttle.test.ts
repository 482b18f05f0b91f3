import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThrottle } from './throttle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('runs at once, and what comes soon after once at the end of the time', () => {
  const run = vi.fn()
  const throttled = createThrottle(run, 1000)
  throttled()
  throttled()
  throttled()
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(999)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1000)
  throttled()
  expect(run).toHaveBeenCalledTimes(3)
})
