/** A moment as a field for a date and a time shows it: in UTC, and without seconds. */
export function fieldOfMoment(moment: string | null): string {
  return moment?.slice(0, 16) ?? ''
}

/** What such a field has, as a moment. What cannot be read is left to the contract to refuse. */
export function momentOfField(text: string): string | null {
  if (text === '') return null
  return /T\d\d:\d\d$/.test(text) ? `${text}:00Z` : `${text}Z`
}
