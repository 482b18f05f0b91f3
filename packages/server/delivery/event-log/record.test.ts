import { deviceSystems, deviceTypes } from '@mille/api/constants.ts'
import { dayMs } from '@mille/api/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf } from '../days.ts'
import { nameOf } from '../testing/log.ts'
import { checkBody } from './check-body.ts'
import { RecordView } from './read-records.ts'
import { fields, flags, readDevice, reasonsByCode, recordKinds, writeDevice } from './record.ts'
import { RecordWriter } from './write-records.ts'

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const numRuns = process.env.MILLE_PROOF === 'full' ? 100_000 : 2000
const start = Date.parse('2026-03-02T10:00:00Z')

const id = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const moment = fc.integer({ min: dayMs, max: 2 ** 48 - 1 - dayMs })
const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(it => Buffer.from(it))
const decided = fc.record({
  decision: bytes(16),
  unit: id,
  campaign: id,
  creative: id,
  banner: id,
  issuedAtMs: moment,
  visitor: bytes(8)
})
const country = fc.constantFrom(null, 'DE', 'AQ', 'ZZ')
const device = fc.option(
  fc.record({ type: fc.constantFrom(...deviceTypes), system: fc.constantFrom(...deviceSystems) })
)
const origin = fc.record({ receivedAtMs: moment, country, device })

function writeOne(write: (writer: RecordWriter) => void): { body: Buffer; record: RecordView } {
  const writer = new RecordWriter()
  write(writer)
  const body = writer.take()
  checkBody(body, 1n)
  return { body, record: new RecordView(body) }
}

test('a rendering or a click is read as it was written', () => {
  const kinds = fc.constantFrom('rendered' as const, 'clicked' as const)
  fc.assert(
    fc.property(kinds, decided, origin, (kind, value, from) => {
      const { record } = writeOne(writer => writer.report(kind, value, from))
      expect(record.kind).toBe(recordKinds[kind])
      expect(record.flags).toBe(0)
      expect(read(record)).toEqual({ ...value, ...from })
    }),
    { seed, numRuns }
  )
})

function read(record: RecordView) {
  return {
    decision: record.bytes(fields.decision, 16),
    unit: record.unit,
    campaign: record.campaign,
    creative: record.creative,
    banner: record.banner,
    issuedAtMs: record.moment,
    visitor: record.bytes(fields.visitor, 8),
    receivedAtMs: record.receivedAt,
    country: record.country,
    device: record.device
  }
}

test('a device keeps its number, and one of a later version is not known', () => {
  const numbers = deviceSystems.map(system =>
    deviceTypes.map(type => writeDevice({ type, system }).toString(16))
  )
  expect(numbers).toEqual([
    ['11', '12', '13', '14'],
    ['21', '22', '23', '24'],
    ['31', '32', '33', '34'],
    ['41', '42', '43', '44'],
    ['51', '52', '53', '54'],
    ['61', '62', '63', '64'],
    ['71', '72', '73', '74']
  ])
  expect(readDevice(0x21)).toEqual({ type: 'phone', system: 'ios' })
  for (const later of [0, 0x10, 0x01, 0x15, 0x81, 0xff]) expect(readDevice(later)).toBe(null)
})

test('a view is read as it was written, with its names of three days', () => {
  const views = fc.record({
    who: fc.string(),
    time: fc.nat(dayMs - 1),
    issuedDaysAgo: fc.constantFrom(0, 0, 1, -1),
    known: fc.subarray([-1, 0, 1]),
    kept: fc.subarray([-1, 0, 1]),
    block: fc.option(bytes(8)),
    isCovered: fc.boolean(),
    isShrunken: fc.boolean(),
    isContradictory: fc.boolean(),
    isSilent: fc.boolean()
  })
  fc.assert(
    fc.property(views, decided, (view, value) => {
      const receivedAtMs = Math.floor(start / dayMs) * dayMs + view.time
      const dayAt = (days: number) => dayOf(new Date(receivedAtMs + days * dayMs))
      const issuedAtMs = receivedAtMs - view.issuedDaysAgo * dayMs
      const visitor = nameOf(view.who, dayAt(-view.issuedDaysAgo))
      const names = view.known.map(days => ({
        day: dayAt(days),
        visitor: nameOf(view.who, dayAt(days)),
        isKept: view.kept.includes(days)
      }))
      const report = { ...view, decided: { ...value, issuedAtMs, visitor }, names }
      const { record } = writeOne(writer =>
        writer.viewable(report, { receivedAtMs, country: null, device: null })
      )
      expect(read(record)).toMatchObject(report.decided)
      const found = [0, 1, 2].flatMap(day => {
        const field = record.nameField(day)
        const isKept = (record.names & (8 << day)) !== 0
        return field === -1
          ? []
          : [{ day: dayAt(day - 1), visitor: record.bytes(field, 8), isKept }]
      })
      expect(found).toEqual(names)
      expect((record.flags & flags.isCovered) !== 0).toBe(view.isCovered)
      expect((record.flags & flags.isShrunken) !== 0).toBe(view.isShrunken)
      expect((record.flags & flags.isContradictory) !== 0).toBe(view.isContradictory)
      expect((record.flags & flags.isSilent) !== 0).toBe(view.isSilent)
      const block = (record.flags & flags.hasBlock) === 0 ? null : record.bytes(fields.block, 8)
      expect(block).toEqual(view.block)
    }),
    { seed, numRuns }
  )
})

test('sums, rules and what else is in a log are read as they were written', () => {
  const outcome = fc.constantFrom(...reasonsByCode)
  const number = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  const sums = fc.record({
    node: number,
    sequence: number,
    unit: id,
    campaign: id,
    banner: id,
    outcome,
    count: id
  })
  fc.assert(
    fc.property(sums, moment, fc.boolean(), bytes(8), (sum, at, isExcluded, visitor) => {
      const written = writeOne(writer => writer.sum(sum, at)).record
      expect({
        node: written.node,
        sequence: written.sequence,
        unit: written.unit,
        campaign: written.campaign,
        banner: written.banner,
        outcome: reasonsByCode[written.outcome - 1],
        count: written.count32
      }).toEqual(sum)
      expect(written.receivedAt).toBe(at)
      const unit = writeOne(writer => writer.unitRule(sum.unit, isExcluded, at)).record
      expect([unit.kind, unit.unit, unit.flags === 1]).toEqual([5, sum.unit, isExcluded])
      const day = '2026-03-02'
      const rule = writeOne(writer =>
        writer.visitorRule(new Date(day), visitor, isExcluded, at)
      ).record
      expect([rule.kind, dayOf(new Date(rule.moment)), rule.flags === 1]).toEqual([
        6,
        day,
        isExcluded
      ])
      expect(rule.bytes(fields.visitor, 8)).toEqual(visitor)
      const cut = writeOne(writer => writer.cut(sum.campaign, new Date(at), at)).record
      expect([cut.kind, cut.campaign, cut.moment]).toEqual([7, sum.campaign, at])
      const hour = writeOne(writer => writer.unitHour(sum.unit, new Date(at), sum.count, at)).record
      expect([hour.kind, hour.unit, hour.moment, hour.count32]).toEqual([
        8,
        sum.unit,
        at,
        sum.count
      ])
      expect(writeOne(writer => writer.heartbeat(at)).record.kind).toBe(9)
    }),
    { seed, numRuns: Math.ceil(numRuns / 4) }
  )
})

test('what no report can have is not written, and nothing of it is left behind', () => {
  const writer = new RecordWriter()
  const value = {
    decision: Buffer.alloc(16),
    unit: 1,
    campaign: 1,
    creative: 1,
    banner: 0,
    issuedAtMs: start,
    visitor: Buffer.alloc(8)
  }
  const from = { receivedAtMs: start, country: 'not a country', device: null }
  const view = {
    decided: value,
    block: null,
    isCovered: false,
    isShrunken: false,
    isContradictory: false
  }
  const other = { day: '2026-03-02', visitor: Buffer.alloc(8, 1), isKept: true }
  expect(() => writer.viewable({ ...view, names: [other] }, from)).toThrow('one name')
  const again = [other, { ...other, isKept: false }]
  const yesterday = { ...value, issuedAtMs: start - dayMs }
  expect(() => writer.viewable({ ...view, decided: yesterday, names: again }, from)).toThrow(
    'one name'
  )
  const far = { ...other, day: '2026-03-09' }
  expect(() => writer.viewable({ ...view, names: [far] }, from)).toThrow('2026-03-09')
  const days = ['2026-03-01', '2026-03-02', '2026-03-03'].map(day => ({ ...other, day }))
  const old = { ...value, issuedAtMs: start - 3 * dayMs }
  expect(() => writer.viewable({ ...view, decided: old, names: days }, from)).toThrow('three names')
  const long = {
    node: 1,
    sequence: 1,
    unit: 1,
    campaign: 1,
    banner: 1,
    outcome: 'bot',
    count: 2 ** 32
  } as const
  expect(() => writer.sum(long, start)).toThrow('32 bits')
  expect(writer.count).toBe(0)
  writer.report('rendered', value, from)
  const body = writer.take()
  checkBody(body, 1n)
  expect(new RecordView(body).country).toBe(null)
})
