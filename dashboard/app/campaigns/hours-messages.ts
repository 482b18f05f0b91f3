import type { TrafficType } from '@mille/api/constants.ts'
import type { hourPresets, WeekHours } from '@mille/stores/campaign-draft/week-hours.ts'

export const hoursMessages = {
  title: 'Hours',
  question: 'When is it shown?',
  modes: { always: 'Always', hours: 'Only in these hours' },
  presets: {
    weekdays: 'Weekdays, 9–18',
    evenings: 'Evenings and weekends',
    all: 'Choose all'
  } satisfies Record<keyof typeof hourPresets, string>,
  presetsLabel: 'Choose hours at once',
  grid: 'Hours of the week',
  gridHelp:
    'Drag over hours to choose or clear them; the name of a day or an hour does so for all of it. On a keyboard, the arrow keys move, Space chooses or clears an hour, and Shift with the arrow keys makes others the same.',
  day: 'Day',
  wholeDay: (day: string) => `${day}, all day`,
  everyDay: (hour: string) => `${hour}, every day`,
  charged: {
    cpd: 'You pay for these hours only.',
    cpm: 'The day’s budget is spent within these hours.'
  } satisfies Record<TrafficType, string>,
  accountZone: 'the time zone of your account',
  toSettings: 'Change your time zone',
  otherZone: (saved: string, account: string) =>
    `These are hours of ${saved}. Your account’s time zone is now ${account}: hours that you change are saved as hours of ${account}.`,
  toZone: (zone: string) => `Use ${zone}`,
  none: 'No hours',
  some: (count: number) => `${count} of the 168 hours of a week`
}

export const dayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday'
]

/** Returns the name of an hour, such as `09:00–10:00`. */
export const hourName = (hour: number) => `${clock(hour)}–${clock(hour + 1)}`

/** Maximum number of time ranges listed. Above it, only the number of hours is given. */
const listedAtMost = 8

/**
 * Returns the hours in one line, such as `Monday to Friday, 09:00–18:00, Europe/Berlin`. Without `zone`, the reader's
 * time zone is meant.
 */
export function hoursText(hours: WeekHours, zone: string | null | undefined): string {
  if (!hours.join('').includes('0')) return hoursMessages.modes.always
  if (!hours.join('').includes('1')) return hoursMessages.none
  return `${weekText(hours)}, ${zone ?? hoursMessages.accountZone}`
}

function weekText(hours: WeekHours): string {
  const kinds = [...new Set(hours)].filter(it => it.includes('1'))
  const times = kinds.map(kind => spansOf(kind))
  if (times.flat().length > listedAtMost)
    return hoursMessages.some([...hours.join('')].filter(it => it === '1').length)
  return kinds
    .map((kind, index) => `${daysText(hours, kind)}, ${timesText(times[index] ?? [])}`)
    .join('; ')
}

/** Returns the days that have these hours. Three or more consecutive days are written as a range. */
function daysText(hours: WeekHours, kind: string): string {
  const marks = hours.map(it => (it === kind ? '1' : '0')).join('')
  const names = spansOf(marks).flatMap(([start, end]) => {
    const days = dayNames.slice(start, end)
    return days.length > 2 ? [`${days[0]} to ${days.at(-1)}`] : days
  })
  return listText(names)
}

function timesText(spans: Span[]): string {
  return listText(
    spans.map(([start, end]) =>
      start === 0 && end === 24 ? 'all day' : `${clock(start)}–${clock(end)}`
    )
  )
}

/** A span from `start` up to but not including `end`. */
type Span = readonly [start: number, end: number]

function spansOf(digits: string): Span[] {
  return [...digits.matchAll(/1+/g)].map(it => [it.index, it.index + it[0].length])
}

function listText(items: string[]): string {
  const last = items.at(-1) ?? ''
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${last}` : last
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
