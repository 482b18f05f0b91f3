/** Values that a campaign's link can report about a click, in braces: `https://example.com/?from={site}`. */
export const linkMacros = [
  'campaign',
  'campaign_name',
  'creative',
  'banner',
  'unit',
  'site',
  'language',
  'click',
  'timestamp'
] as const
export type LinkMacro = (typeof linkMacros)[number]
export type MacroValues = Readonly<Record<LinkMacro, string>>

/** Values of an invented click, used to test a link. */
export const sampleValues: MacroValues = {
  campaign: '1',
  campaign_name: 'Campaign',
  creative: '1',
  banner: '1',
  unit: '1',
  site: 'blog.example',
  language: 'en',
  click: '0'.repeat(32),
  timestamp: '1800000000'
}

/**
 * Maximum number of macros in a link. A macro is replaced by up to 720 bytes, and proxies reject responses with long
 * headers.
 */
export const maxLinkMacros = 10

export type MacroProblem = {
  code: 'link_macro_unknown' | 'link_macro_misplaced'
  /** The end of a sentence that begins with the field's name. */
  message: string
}

const macro = new RegExp(`\\{(${linkMacros.join('|')})\\}`, 'g')
const unknownMacro = {
  code: 'link_macro_unknown',
  message: `must have no other braces than ${linkMacros.map(name => `{${name}}`).join(', ')}; write { as %7B and } as %7D`
} as const satisfies MacroProblem

/** Returns the problem with the macros in a text, or null if every macro is known and there are not too many. */
export function checkMacros(text: string, max = maxLinkMacros): MacroProblem | null {
  const { texts, names } = cutAtMacros(text)
  if (texts.some(it => /[{}]/.test(it))) return unknownMacro
  if (names.length <= max) return null
  return { code: 'link_macro_misplaced', message: `must have at most ${max} macros` }
}

/**
 * Checks the macros in a whole link. A campaign can be renamed without a review, so its name must not determine which
 * page of a site the ad leads to.
 */
export function checkLinkMacros(link: string): MacroProblem | null {
  const problem = checkMacros(link)
  if (problem) return problem
  const [, origin = '', path = ''] = /^(\w+:[/\\]*[^/\\?#]*)([^?#]*)/.exec(link) ?? []
  if (origin.includes('{'))
    return { code: 'link_macro_misplaced', message: 'must have macros after the host name only' }
  if (!path.includes('{campaign_name}')) return null
  return {
    code: 'link_macro_misplaced',
    message: 'must have {campaign_name} after the question mark only'
  }
}

/** A text that was split at its macros: there is one more text than macros. Other braces are part of the texts. */
export type CutText = { readonly texts: readonly string[]; readonly names: readonly LinkMacro[] }

export function cutAtMacros(text: string): CutText {
  // `split` also returns the matches of a group in the pattern, between the pieces.
  const pieces = text.split(macro)
  return {
    texts: pieces.filter((_, index) => index % 2 === 0),
    names: pieces.filter((_, index) => index % 2 === 1) as LinkMacro[]
  }
}

/** Joins the texts with the encoded values between them. It runs at each click, so it only concatenates strings. */
export function fillCut({ texts, names }: CutText, values: MacroValues): string {
  let filled = texts[0] ?? ''
  for (const [index, name] of names.entries())
    filled += encodeValue(values[name]) + (texts[index + 1] ?? '')
  return filled
}

/** Replaces the macros in a text with values, which are encoded for any part of a URL. */
export function fillMacros(text: string, values: MacroValues): string {
  return fillCut(cutAtMacros(text), values)
}

/** Encodes a value for a URL, including the apostrophe, which browsers encode in a query. */
export function encodeValue(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27')
}
