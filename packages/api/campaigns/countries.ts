/** Maximum number of countries in a campaign: the 249 of ISO 3166-1, and Kosovo. */
export const maxCountries = 250

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
/** All pairs of letters, most of which are not codes. */
export const letterPairs: readonly string[] = letters.flatMap(first =>
  letters.map(second => first + second)
)
/**
 * Codes that Unicode names although they are not countries: user-assigned codes of ISO 3166-1 (except Kosovo's), and
 * codes reserved for parts of countries and for unions.
 */
const noCountry = /^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ|AC|CP|CQ|DG|EA|EU|EZ|IC|TA|UN)$/

let named: Intl.DisplayNames | undefined
let known: ReadonlySet<string> | undefined

/** Returns the two-letter ISO 3166-1 codes in current use, according to the runtime's Unicode data. */
export function countryCodes(): ReadonlySet<string> {
  known ??= new Set(letterPairs.filter(isInUse))
  return known
}

/** Returns the English name of a country, or the code itself if the runtime's Unicode data does not contain it. */
export function countryName(code: string): string {
  return nameOf(code) ?? code
}

function isInUse(code: string): boolean {
  if (noCountry.test(code) || nameOf(code) === undefined) return false
  // `Intl.Locale` replaces a withdrawn country code with its successor, so a withdrawn code does not equal its own
  // region.
  return new Intl.Locale(`und-${code}`).region === code
}

function nameOf(code: string): string | undefined {
  named ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return named.of(code)
}
