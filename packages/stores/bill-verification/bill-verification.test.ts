import { expect, test } from 'vitest'
import {
  checkpointKey,
  createBillVerificationStores,
  type VerificationMessage,
  type VerificationRequest
} from './bill-verification.ts'

function createStores() {
  const asked: VerificationRequest[] = []
  const kept = new Map<string, string>()
  let say: (message: VerificationMessage) => void = () => {}
  let fail = () => {}
  let stopped = 0
  let started = 0
  const stores = createBillVerificationStores(
    (onMessage, onFailure) => {
      say = onMessage
      fail = onFailure
      started++
      return { post: request => void asked.push(request), stop: () => void stopped++ }
    },
    { getItem: key => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
  )
  return {
    ...stores,
    asked,
    kept,
    say: (it: VerificationMessage) => say(it),
    fail: () => fail(),
    started: () => started,
    stopped: () => stopped
  }
}

const file = new File(['{}'], 'bill.jsonl')

test('tells sentence by sentence what was verified, and keeps the checkpoint of a good bill', () => {
  const stores = createStores()
  stores.verify(file, null)
  stores.say({ kind: 'said', finding: { kind: 'verified', sentence: 'Signature ok.' } })
  stores.say({ kind: 'progress', part: 0.5 })
  expect(stores.$verification.get()).toEqual({
    kind: 'running',
    name: 'bill.jsonl',
    said: [{ kind: 'verified', sentence: 'Signature ok.' }],
    part: 0.5
  })
  stores.say({ kind: 'end', problem: null, isWrong: false, checkpoint: 'a note' })
  expect(stores.$verification.get()).toMatchObject({
    kind: 'ended',
    problem: null,
    result: 'right'
  })
  expect(stores.kept.get(checkpointKey)).toBe('a note')
  stores.verify(file, 'chosen')
  expect(stores.asked.at(-1)).toEqual({ file, kept: 'chosen', remembered: 'a note' })
})

test('keeps nothing of a bill that is wrong', () => {
  const stores = createStores()
  stores.verify(file, null)
  stores.say({ kind: 'end', problem: 'It is wrong.', isWrong: true, checkpoint: 'a note' })
  expect(stores.$verification.get()).toMatchObject({
    problem: 'It is wrong.',
    result: 'wrong'
  })
  expect(stores.kept.size).toBe(0)
})

test('stops what runs when another file is chosen', () => {
  const stores = createStores()
  stores.verify(file, null)
  stores.verify(file, null)
  expect(stores.stopped()).toBe(1)
  stores.stop()
  stores.say({ kind: 'end', problem: null, isWrong: false, checkpoint: null })
  expect(stores.$verification.get()).toEqual({ kind: 'idle' })
})

test('a program that could not be loaded is loaded again with the next file, and the reader learns of it', () => {
  const stores = createStores()
  stores.prepare()
  stores.fail()
  expect(stores.$verification.get()).toEqual({ kind: 'idle' })
  stores.verify(file, null)
  expect(stores.started()).toBe(2)
  stores.fail()
  expect(stores.$verification.get()).toMatchObject({
    kind: 'ended',
    problem: expect.stringContaining('could not be loaded'),
    result: 'unverified'
  })
  stores.verify(file, null)
  expect(stores.started()).toBe(3)
})

test('calls a bill right only if all of it was verified', () => {
  const stores = createStores()
  stores.verify(file, null)
  stores.say({ kind: 'said', finding: { kind: 'unverified', sentence: 'Eight views.' } })
  stores.say({ kind: 'end', problem: null, isWrong: false, checkpoint: null })
  expect(stores.$verification.get()).toMatchObject({ result: 'unverified' })
})
