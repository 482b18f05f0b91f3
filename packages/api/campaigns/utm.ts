import { type UtmName, utmNames } from '../constants.ts'
import { fillMacros, type MacroValues } from './link-macros.ts'

/** Values may have macros. What is missing, empty or null is not added. */
export type Utm = { readonly [name in UtmName]?: string | null }

export const utmLength = 100
/** Fewer than in a link: there are five values. */
export const maxUtmMacros = 3

/**
 * Where a press of an ad leads. Parameters that the link has already stay as they are, and so does what comes before the
 * question mark, which is what a reviewer has seen.
 */
export function addressOfClick(link: string, utm: Utm, values: MacroValues): string {
  const url = new URL(fillMacros(link, values))
  const added = utmNames.flatMap(name => {
    const value = fillMacros(utm[name] ?? '', values, text => text)
    return value === '' || url.searchParams.has(name)
      ? []
      : `${name}=${encodeURIComponent(value.toWellFormed())}`
  })
  if (added.length > 0)
    url.search = [url.search.slice(1), ...added].filter(it => it !== '').join('&')
  return url.href
}
