import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJudge } from '../judge/judge.ts'
import { nameOf, namesOf } from '../testing/log.ts'
import { BrokenRecord, checkBody } from './check-body.ts'
import { fields, flags, recordBytes } from './record.ts'
import { RecordWriter } from './write-records.ts'

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const numRuns = process.env.MILLE_PROOF === 'full' ? 100_000 : 2000
const start = Date.parse('2026-03-02T10:00:00Z')

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

/** Returns a body with one record of each kind. */
function oneOfEach(): Buffer {
  const writer = new RecordWriter()
  const value = {
    decision: Buffer.alloc(16, 7),
    unit: 1,
    campaign: 2,
    creative: 3,
    banner: 4,
    issuedAtMs: start,
    visitor: nameOf('a', '2026-03-02')
  }
  const from = {
    receivedAtMs: start,
    country: 'FR',
    device: { type: 'phone', system: 'ios' }
  } as const
  writer.report('rendered', value, from)
  writer.viewable(
    {
      decided: value,
      names: namesOf('a', start),
      block: Buffer.alloc(8, 9),
      isCovered: true,
      isShrunken: false,
      isContradictory: false
    },
    from
  )
  writer.report('clicked', value, from)
  writer.sum(
    { node: 1, sequence: 1, unit: 1, campaign: 1, banner: 1, outcome: 'bot', count: 3 },
    start
  )
  writer.unitRule(1, true, start)
  writer.visitorRule(new Date('2026-03-02'), value.visitor, true, start)
  writer.cut(2, new Date(start), start)
  writer.unitHour(1, new Date(start), 800, start)
  writer.heartbeat(start)
  return writer.take()
}

/**
 * Applies any bytes: returns true if they are refused with BrokenRecord, and checks otherwise that every record was
 * counted.
 */
function isRefused(body: Uint8Array): boolean {
  const judge = createJudge({ settlementWindowSeconds: 3600 })
  try {
    const verdicts = judge.apply({ position: 17n, at: new Date(start), body })
    expect(verdicts.length * recordBytes).toBe(body.length)
    judge.takeSums()
    checkBody(judge.rules(), 17n)
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(BrokenRecord)
    expect(`${error}`).toMatch(/position 17\b/i)
    // A refused batch must not be counted in part.
    expect(judge.takeSums()).toEqual([])
    expect(judge.position).toBe(0n)
    return true
  }
}

/** Mostly empty records with a valid version and kind. */
const almost = fc
  .record({
    kind: fc.integer({ min: 1, max: 9 }),
    said: fc.array(fc.tuple(fc.integer({ min: 2, max: recordBytes - 1 }), fc.nat(255)), {
      maxLength: 30
    })
  })
  .map(({ kind, said }) => {
    const body = Buffer.alloc(recordBytes)
    body[fields.version] = 1
    body[fields.kind] = kind
    for (const [byte, value] of said) body[byte] = value
    return body
  })

test('records that could nearly be ours are refused, or read as what they say', () => {
  let refused = 0
  fc.assert(
    fc.property(fc.array(almost, { maxLength: 4 }), records => {
      if (isRefused(Buffer.concat(records))) refused++
    }),
    { seed, numRuns }
  )
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThan(numRuns)
})

test('bytes that no version has written are refused, and end nothing else', () => {
  process.stdout.write(`seed ${seed}\n`)
  const whole = fc.nat(5).chain(count => bytes(count * recordBytes))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 500 }), whole), body => {
      expect(isRefused(body)).toBe(body.length > 0)
    }),
    { seed, numRuns }
  )
})

test('a record of which bits have flipped is refused, or read as what it says', () => {
  const sound = oneOfEach()
  let refused = 0
  for (let bit = 0; bit < sound.length * 8; bit++) {
    const body = Buffer.from(sound)
    body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    if (isRefused(body)) refused++
  }
  // A changed bit in a field with meaning may give another valid value; a changed bit elsewhere must be refused.
  expect(refused / (sound.length * 8)).toBeGreaterThan(0.5)
  const flipped = fc.array(fc.nat(sound.length * 8 - 1), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(flipped, bits => {
      const body = Buffer.from(sound)
      for (const bit of bits) body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      isRefused(body)
    }),
    { seed, numRuns }
  )
})

test('a body that was cut is refused, wherever', () => {
  const sound = oneOfEach()
  for (let length = 0; length < sound.length; length++)
    expect(isRefused(sound.subarray(0, length))).toBe(length % recordBytes !== 0)
})

test('says which record is broken, and how', () => {
  const body = oneOfEach()
  const broken = (byte: number, value: number) => {
    const copy = Buffer.from(body)
    copy[byte] = value
    return () => checkBody(copy, 5n)
  }
  expect(() => checkBody(body, 5n)).not.toThrow()
  expect(broken(0, 2)).toThrow('Record 0 of position 5: version 2 is not known here')
  expect(broken(recordBytes + fields.kind, 77)).toThrow('Record 1 of position 5: kind 77')
  expect(broken(recordBytes + fields.names, 1 | 2 | 32)).toThrow(
    'a charge is kept under a name that is not there'
  )
  expect(broken(recordBytes + fields.names, 64)).toThrow('names 64')
  expect(broken(recordBytes + fields.names, 7)).not.toThrow()
  expect(broken(fields.country, 0)).toThrow('the country is not two letters')
  expect(broken(3 * recordBytes + fields.outcome, 18)).toThrow('outcome 18')
  expect(broken(3 * recordBytes + fields.outcome, 0)).toThrow('outcome 0')
  expect(broken(fields.flags, flags.isCovered)).toThrow('flags 1 do not belong to kind 1')
  expect(broken(recordBytes + fields.flags, 16)).toThrow('flags 16')
  expect(broken(2 * recordBytes + fields.flags, 16)).toThrow('flags 16')
  expect(() => checkBody(body.subarray(1), 5n)).toThrow('755 bytes')
})
