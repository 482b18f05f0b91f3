const names = new Intl.DisplayNames('en', { type: 'language' })

/** `pt` is Portuguese; an unknown code stays as it is. */
export function languageName(code: string): string {
  // What cannot be a code at all would be an error.
  return /^[a-z]{2,3}$/.test(code) ? (names.of(code) ?? code) : code
}
