/** What a campaign's link may say of a click, in braces: `https://example.com/?from={site}`. */
export const linkMacros = [
  'campaign',
  'campaign_name',
  'creative',
  'banner',
  'unit',
  'site',
  'click',
  'timestamp'
] as const
export type LinkMacro = (typeof linkMacros)[number]
export type MacroValues = Readonly<Record<LinkMacro, string>>

/** Of a click that never was, to try a link with. */
export const sampleValues: MacroValues = {
  campaign: '1',
  campaign_name: 'Campaign',
  creative: '1',
  banner: '1',
  unit: '1',
  site: 'blog.example',
  click: '0'.repeat(32),
  timestamp: '1800000000'
}

/** Each stands for up to 720 bytes, and proxies refuse answers with long headers. */
export const maxLinkMacros = 10

export type MacroProblem = {
  code: 'link_macro_unknown' | 'link_macro_misplaced'
  /** The end of a sentence that begins with the field's name. */
  message: string
}

const macro = /\{([a-z_]+)\}/g
const unknownMacro = {
  code: 'link_macro_unknown',
  message: `must have no other braces than ${linkMacros.map(name => `{${name}}`).join(', ')}; write { as %7B and } as %7D`
} as const satisfies MacroProblem

/** What is wrong with the macros of a text; null if each is known. */
export function checkMacros(text: string, max = maxLinkMacros): MacroProblem | null {
  let count = 0
  const rest = text.replace(macro, (whole, name: string) => {
    count++
    return isLinkMacro(name) ? '' : whole
  })
  if (/[{}]/.test(rest)) return unknownMacro
  if (count <= max) return null
  return { code: 'link_macro_misplaced', message: `must have at most ${max} macros` }
}

/**
 * The same for a whole link. A campaign is renamed without a review, so that its name must not change which page of a
 * site the ad leads to.
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

/** With the values in place of the macros, encoded for any part of an address. Other braces are left as they are. */
export function fillMacros(text: string, values: MacroValues, encode = encodeValue): string {
  return text.replace(macro, (whole, name: string) =>
    isLinkMacro(name) ? encode(values[name]) : whole
  )
}

function encodeValue(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

function isLinkMacro(name: string): name is LinkMacro {
  return linkMacros.some(it => it === name)
}
