/** The hours of a week in the API's format: a text of 24 digits for each day, from Monday on. */
export type WeekHours = readonly string[]

/** An hour of the week: days count from 0 for Monday, hours from 0. */
export type WeekCell = { day: number; hour: number }

export const dayCount = 7
export const hourCount = 24

const office = '0'.repeat(9) + '1'.repeat(9) + '0'.repeat(6)
const evening = '0'.repeat(18) + '1'.repeat(6)
const wholeDay = '1'.repeat(hourCount)

const week = (weekday: string, weekend: string) =>
  Array.from({ length: dayCount }, (_, day) => (day < 5 ? weekday : weekend))

export const hourPresets = {
  weekdays: week(office, '0'.repeat(hourCount)),
  evenings: week(evening, wholeDay),
  all: week(wholeDay, wholeDay)
}

export function isHourChosen(hours: WeekHours, { day, hour }: WeekCell): boolean {
  return hours[day]?.[hour] === '1'
}

/** Selects or clears the hours in the rectangle between two cells: the hours between them, on each day between them. */
export function paintHours(
  hours: WeekHours,
  [one, other]: readonly [WeekCell, WeekCell],
  isOn: boolean
): string[] {
  const isBetween = (value: number, name: keyof WeekCell) =>
    value >= Math.min(one[name], other[name]) && value <= Math.max(one[name], other[name])
  return Array.from({ length: dayCount }, (_, day) =>
    Array.from({ length: hourCount }, (_, hour) =>
      isBetween(day, 'day') && isBetween(hour, 'hour')
        ? Number(isOn)
        : Number(isHourChosen(hours, { day, hour }))
    ).join('')
  )
}
