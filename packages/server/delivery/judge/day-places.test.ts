import { deviceSystems, deviceTypes } from '@mille/api/constants.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecordWriter } from '../event-log/write-records.ts'
import { makeDecided } from '../testing/counting.ts'
import { DayPlaces } from './day-places.ts'
import { rejectedAs, verdict } from './verdicts.ts'

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const start = Date.parse('2026-03-02T22:00:00Z')
const said = { names: [], block: null, isCovered: false, isShrunken: false, isContradictory: false }

type Fate = {
  kind: 'rendered' | 'viewable' | 'clicked'
  code: number
  counted: ('served' | 'viewable' | 'billable' | 'clicked')[]
}

const id = fc.constantFrom(1, 2, 2 ** 32 - 1)
const report = fc.record({
  unit: id,
  campaign: id,
  creative: id,
  country: fc.constantFrom(null, 'DE', 'AA', 'ZY'),
  device: fc.option(
    fc.record({ type: fc.constantFrom(...deviceTypes), system: fc.constantFrom(...deviceSystems) })
  ),
  fate: fc.constantFrom<Fate>(
    { kind: 'viewable', code: verdict.billable, counted: ['billable', 'viewable'] },
    { kind: 'viewable', code: rejectedAs('seen_today'), counted: ['viewable'] },
    { kind: 'viewable', code: rejectedAs('crowd'), counted: [] },
    { kind: 'clicked', code: verdict.clicked, counted: ['clicked'] },
    { kind: 'clicked', code: rejectedAs('no_view'), counted: [] },
    { kind: 'rendered', code: verdict.rendered, counted: ['served'] }
  )
})

test('counts what was counted, by day, and by country and kind of device, by operating system, or by creative', () => {
  const batches = fc.array(fc.record({ hours: fc.nat(3), reports: fc.array(report) }))
  fc.assert(
    fc.property(batches, all => {
      const places = new DayPlaces()
      const expected = new Map<string, Record<Fate['counted'][number], bigint>>()
      for (const { hours, reports } of all) {
        const at = new Date(start + hours * 3_600_000)
        const writer = new RecordWriter()
        for (const { fate, unit, campaign, creative, country, device } of reports) {
          const decided = makeDecided({ unit, campaign, creative, issuedAtMs: at.getTime() })
          const origin = { receivedAtMs: at.getTime(), country, device }
          if (fate.kind === 'viewable') writer.viewable({ ...said, decided }, origin)
          else writer.report(fate.kind, decided, origin)
          const day = at.toISOString().slice(0, 10)
          const keys = [
            `${day} place ${country ?? 'ZZ'} ${device?.type ?? 'unknown'}`,
            `${day} system ${device?.system ?? 'unknown'}`
          ].flatMap(of => [`campaign ${campaign} ${of}`, `unit ${unit} ${of}`])
          // Only creatives count how often they were served.
          const ofCreatives = [`campaign ${campaign}`, `unit ${unit}`].map(
            of => `${of} ${day} creative ${creative}`
          )
          for (const key of fate.counted.includes('served')
            ? ofCreatives
            : [...keys, ...ofCreatives]) {
            const none = { served: 0n, viewable: 0n, billable: 0n, clicked: 0n }
            const counts = expected.get(key) ?? none
            for (const kind of fate.counted) counts[kind]++
            if (fate.counted.length > 0) expected.set(key, counts)
          }
        }
        places.add(
          { at, body: writer.take() },
          Uint8Array.from(reports, it => it.fate.code)
        )
      }
      expect(places.size).toBe(expected.size)
      const found = places
        .take()
        .map(
          ({ owner, by, id, day, keys, ...counts }) =>
            [[owner, id, day, by, ...keys].join(' '), counts] as const
        )
      expect(new Map(found)).toEqual(expected)
      expect(found).toHaveLength(expected.size)
      expect([places.size, places.take()]).toEqual([0, []])
    }),
    { seed, numRuns: 300 }
  )
})
