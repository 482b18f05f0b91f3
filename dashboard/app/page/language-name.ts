const names = new Intl.DisplayNames('en', { type: 'language' })

/** Returns a language's name in English: `pt` is Portuguese. An unknown code is returned unchanged. */
export function languageName(code: string): string {
  // `Intl.DisplayNames` throws for text that cannot be a language code.
  return /^[a-z]{2,3}$/.test(code) ? (names.of(code) ?? code) : code
}
