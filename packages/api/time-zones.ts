/** Returns the time zones that an account can choose: UTC, and names such as `Europe/Berlin`. */
export function listTimeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter(it => it !== 'UTC')]
}

/**
 * Checks whether a name is a listed time zone, an alias of one (which differ between browsers), or a fixed offset such
 * as `Etc/GMT-3`.
 */
export function isTimeZone(name: string): boolean {
  const listed = listTimeZones()
  if (listed.includes(name)) return true
  // PostgreSQL interprets an abbreviation such as BST as another time zone than JavaScript does.
  if (!name.includes('/')) return false
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return listed.includes(timeZone) || timeZone.startsWith('Etc/')
  } catch {
    return false
  }
}

/**
 * Returns a function that formats local time in the time zone, such as `2026-11-27T14:05`. Creating the function is
 * more expensive than calling it a hundred times.
 */
export function clockOf(timeZone: string): (ms: number) => string {
  // Swedish dates are those of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, dateStyle: 'short', timeStyle: 'short' }
  })
  return ms => format.format(ms).replace(' ', 'T')
}

export const localTime = (ms: number, timeZone: string) => clockOf(timeZone)(ms)

export const dayIn = (ms: number, timeZone: string) => localTime(ms, timeZone).slice(0, 10)
