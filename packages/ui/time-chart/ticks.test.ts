import { expect, test } from 'vitest'
import { labelsWithRoom, ticksOf } from './ticks.ts'

test('an axis goes from zero in round steps to what holds the largest value', () => {
  expect(ticksOf([3, 870, 41])).toEqual({ ticks: [0, 250, 500, 750, 1000], top: 1000 })
  expect(ticksOf([730])).toEqual({ ticks: [0, 200, 400, 600, 800], top: 800 })
  expect(ticksOf([0.4, 2.5]).top).toBe(3)
})

test('counts and units have no parts', () => {
  expect(ticksOf([1, 0])).toEqual({ ticks: [0, 1], top: 1 })
  expect(ticksOf([3]).ticks).toEqual([0, 1, 2, 3])
  for (let max = 1; max < 3000; max++) {
    const { ticks, top } = ticksOf([max])
    expect(ticks.every(Number.isInteger)).toBe(true)
    expect(top).toBeGreaterThanOrEqual(max)
    expect(ticks.length).toBeLessThanOrEqual(5)
  }
})

test('without anything there is one line, at zero', () => {
  expect(ticksOf([])).toEqual({ ticks: [0], top: 1 })
  expect(ticksOf([0, 0])).toEqual({ ticks: [0], top: 1 })
})

test('labels have room beside each other, and none is cut off at the end', () => {
  for (const count of [1, 2, 3, 24, 30, 366])
    for (const width of [200, 240, 700]) {
      const found = labelsWithRoom(count, 60, width, 16)
      const places = found.map(it => (it / Math.max(1, count - 1)) * width)
      expect(found[0]).toBe(0)
      for (const [index, place] of places.slice(1).entries()) {
        expect(place - (places[index] ?? 0)).toBeGreaterThanOrEqual(60)
        expect(width + 16 - place).toBeGreaterThanOrEqual(30)
      }
    }
})
