import { hourPresets, paintHours } from '@mille/stores/campaign-draft/week-hours.ts'
import { expect, test } from 'vitest'
import { hoursText } from './hours-messages.ts'

const [monday, tuesday, wednesday, thursday, friday, saturday, sunday] = [0, 1, 2, 3, 4, 5, 6]
const noHours = Array.from({ length: 7 }, () => '0'.repeat(24))

/** Hours from `from` up to but not including `until`, on each of the days. */
type Times = readonly [days: readonly number[], from: number, until: number]

const hoursOf = (...times: Times[]) =>
  times.reduce(
    (hours, [days, from, until]) =>
      days.reduce(
        (painted, day) =>
          paintHours(
            painted,
            [
              { day, hour: from },
              { day, hour: until - 1 }
            ],
            true
          ),
        hours
      ),
    noHours
  )

test.each([
  [[], 'Always'],
  [hourPresets.all, 'Always'],
  [noHours, 'No hours'],
  [hourPresets.weekdays, 'Monday to Friday, 09:00–18:00, Europe/Berlin'],
  [
    hourPresets.evenings,
    'Monday to Friday, 18:00–24:00; Saturday and Sunday, all day, Europe/Berlin'
  ],
  [
    hoursOf([[monday, wednesday, friday], 0, 1]),
    'Monday, Wednesday and Friday, 00:00–01:00, Europe/Berlin'
  ],
  [hoursOf([[sunday], 23, 24]), 'Sunday, 23:00–24:00, Europe/Berlin'],
  [
    hoursOf([[monday, tuesday, thursday, friday, saturday], 9, 12], [[monday], 13, 18]),
    'Monday, 09:00–12:00 and 13:00–18:00; Tuesday and Thursday to Saturday, 09:00–12:00, Europe/Berlin'
  ],
  [
    hoursOf([[friday], 22, 24], [[saturday], 0, 2]),
    'Friday, 22:00–24:00; Saturday, 00:00–02:00, Europe/Berlin'
  ],
  [hoursOf([[0, 1, 2, 3, 4, 5, 6], 7, 8]), 'Monday to Sunday, 07:00–08:00, Europe/Berlin'],
  [
    Array.from({ length: 7 }, () => '01'.repeat(12)),
    '84 of the 168 hours of a week, Europe/Berlin'
  ],
  [
    [0, 1, 2, 3, 4, 5, 6]
      .map(day => `${'0'.repeat(day)}1${'0'.repeat(23 - day)}`)
      .with(0, '101'.padEnd(24, '0')),
    'Monday, 00:00–01:00 and 02:00–03:00; Tuesday, 01:00–02:00; Wednesday, 02:00–03:00; Thursday, 03:00–04:00; Friday, 04:00–05:00; Saturday, 05:00–06:00; Sunday, 06:00–07:00, Europe/Berlin'
  ]
])('the hours of a week in a sentence', (hours, text) => {
  expect(hoursText(hours, 'Europe/Berlin')).toBe(text)
})

test('without a time zone it is that of the account', () => {
  expect(hoursText(hourPresets.weekdays, undefined)).toBe(
    'Monday to Friday, 09:00–18:00, the time zone of your account'
  )
})
