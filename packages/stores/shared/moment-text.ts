/** Formats a time for a date-and-time field: in UTC, without seconds. */
export function fieldOfMoment(moment: string | null): string {
  return moment?.slice(0, 16) ?? ''
}

/** Converts the text of a date-and-time field to a time. Invalid text is passed on for the server to refuse. */
export function momentOfField(text: string): string | null {
  if (text === '') return null
  return /T\d\d:\d\d$/.test(text) ? `${text}:00Z` : `${text}Z`
}
