/** What an account can choose from: UTC, and names such as `Europe/Berlin`. */
export function listTimeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter(it => it !== 'UTC')]
}

/** Whether it is one of these or another name of one, which browsers do not agree on, or a fixed offset such as `Etc/GMT-3`. */
export function isTimeZone(name: string): boolean {
  const listed = listTimeZones()
  if (listed.includes(name)) return true
  // To the database, an abbreviation such as BST is not the time zone that it is here.
  if (!name.includes('/')) return false
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return listed.includes(timeZone) || timeZone.startsWith('Etc/')
  } catch {
    return false
  }
}

/** What clocks in the time zone show, such as `2026-11-27T14:05`. Making one takes longer than asking it a hundred times. */
export function clockOf(timeZone: string): (ms: number) => string {
  // Swedish dates are those of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, dateStyle: 'short', timeStyle: 'short' }
  })
  return ms => format.format(ms).replace(' ', 'T')
}

export const localTime = (ms: number, timeZone: string) => clockOf(timeZone)(ms)

export const dayIn = (ms: number, timeZone: string) => localTime(ms, timeZone).slice(0, 10)
