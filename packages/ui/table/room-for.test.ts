import { expect, test } from 'vitest'
import { roomFor } from './room-for.ts'

const title = { id: 'name', header: 'Campaign' }
const amount = (id: string) => ({ id, header: 'Spent', align: 'end' as const, isAmount: true })
const count = (id: string) => ({ id, header: 'Clicks', align: 'end' as const })

test('asks for 40 rem even when there is one column', () => {
  expect(roomFor([title], 'name')).toBe(40)
})

test('keeps a name and one figure beside each other on a phone', () => {
  expect(roomFor([title, count('1')], 'name')).toBe(16)
  expect(roomFor([title, { ...count('1'), isHeaderHidden: true }], 'name')).toBe(40)
  expect(roomFor([title, { id: 'why', header: 'Reason' }], 'name')).toBe(40)
})

test('asks for more room for amounts than for counts', () => {
  const ids = ['1', '2', '3', '4', '5']
  expect(roomFor([title, ...ids.map(amount)], 'name')).toBe(56)
  expect(roomFor([title, ...ids.map(count)], 'name')).toBe(40)
})

test('gives a long heading the room of its words', () => {
  const wordy = ['1', '2', '3', '4'].map(id => ({ id, header: 'Average price per 1,000' }))
  expect(roomFor([title, ...wordy], 'name')).toBe(56)
})

test('never asks for more than the style sheet has a rule for', () => {
  const many = Array.from({ length: 20 }, (_, index) => amount(String(index)))
  expect(roomFor([title, ...many], 'name')).toBe(64)
})

test('several buttons beside each other need as much more room', () => {
  const action = { id: 'action', header: 'Action', isHeaderHidden: true }
  const few = roomFor([title, action, ...['a', 'b', 'c'].map(amount)], 'name')
  const many = roomFor([title, { ...action, buttons: 3 }, ...['a', 'b', 'c'].map(amount)], 'name')
  expect(many).toBeGreaterThan(few)
})
