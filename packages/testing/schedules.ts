import fc from 'fast-check'

/** Hours and time zone of a campaign's schedule. */
type Schedule = { hours: string; timeZone: string }

/** Time zones, including some that change their clocks by half an hour or have an offset of 45 minutes. */
const someZone = fc.constantFrom(
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'],
  ...['Australia/Lord_Howe', 'Pacific/Chatham', 'Africa/Casablanca', 'Pacific/Pago_Pago']
)

/** Random schedule with at least one open hour per week. */
export const someSchedule: fc.Arbitrary<Schedule> = fc.record({
  hours: fc
    .array(fc.constantFrom('0', '1'), { minLength: 168, maxLength: 168 })
    .map(it => it.join(''))
    .filter(it => it.includes('1')),
  timeZone: someZone
})

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns whether a schedule is open at a moment, computed with `Intl.DateTimeFormat` as a reference for tests. */
export function isOpenByClock({ hours, timeZone }: Schedule, ms: number): boolean {
  let clock = clocks.get(timeZone)
  if (!clock) {
    const options = { weekday: 'short', hour: '2-digit', hourCycle: 'h23' } as const
    clock = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    clocks.set(timeZone, clock)
  }
  const [weekday = '', hour] = clock.format(ms).split(', ')
  return hours[weekdays.indexOf(weekday) * 24 + Number(hour)] === '1'
}
