/** No more than there are: ISO 3166-1 has 249, and Kosovo. */
export const maxCountries = 250

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
/** All pairs of letters, most of which are not codes. */
export const letterPairs: readonly string[] = letters.flatMap(first =>
  letters.map(second => first + second)
)
/**
 * What Unicode names but is not a country: codes that ISO 3166-1 leaves to its users, except Kosovo's, or reserves for
 * parts of countries and for unions.
 */
const noCountry = /^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ|AC|CP|CQ|DG|EA|EU|EZ|IC|TA|UN)$/

let named: Intl.DisplayNames | undefined
let known: ReadonlySet<string> | undefined

/** The codes of all countries, as this program's Unicode data has them: two letters of ISO 3166-1, those in use alone. */
export function countryCodes(): ReadonlySet<string> {
  known ??= new Set(letterPairs.filter(isInUse))
  return known
}

/** What a country is called in English; the code itself for one that this program does not know. */
export function countryName(code: string): string {
  return nameOf(code) ?? code
}

function isInUse(code: string): boolean {
  if (noCountry.test(code) || nameOf(code) === undefined) return false
  // A code that was given up is replaced by the one that came after it.
  return new Intl.Locale(`und-${code}`).region === code
}

function nameOf(code: string): string | undefined {
  named ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return named.of(code)
}
