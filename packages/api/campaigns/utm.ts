import { type UtmName, utmNames } from '../constants.ts'
import {
  type CutText,
  cutAtMacros,
  encodeValue,
  fillCut,
  type LinkMacro,
  type MacroValues
} from './link-macros.ts'

/** UTM parameters, whose values may contain macros. A parameter that is missing, empty, or null is not added. */
export type Utm = { readonly [name in UtmName]?: string | null }

export const utmLength = 100
/** Maximum number of macros in a UTM parameter. It is lower than that of a link because there are five parameters. */
export const maxUtmMacros = 3

/** A link and its UTM parameters, parsed once so that a click only fills in its values. */
export type ClickTemplate = {
  /** The link up to the question mark. */
  readonly page: CutText
  /** The query without its question mark; null if the link has no query. */
  readonly query: CutText | null
  /** The UTM parameters that the link does not have yet. */
  readonly added: ReadonlyArray<{ readonly name: UtmName; readonly value: CutText }>
  /** The fragment, including its `#`. */
  readonly fragment: CutText
}

/**
 * Parses a link. Parameters that the link already has are not changed, nor is the part before the question mark, which
 * a reviewer has approved.
 */
export function createClickTemplate(link: string, utm: Utm): ClickTemplate {
  const mark = unusedMark(link)
  const { texts, names } = cutAtMacros(link)
  // The placeholder for a macro must pass the URL parser unchanged, and the parser encodes braces in a path.
  const url = new URL(texts.map((text, index) => text + markOf(mark, names[index])).join(''))
  const [head = '', fragment] = splitAt(url.href, '#')
  const [page, query] = splitAt(head, '?')
  return {
    page: cutAtMarks(page, mark),
    query: query === undefined ? null : cutAtMarks(query, mark),
    added: utmNames.flatMap(name => {
      const text = utm[name] ?? ''
      return text === '' || url.searchParams.has(name) ? [] : { name, value: encodeTexts(text) }
    }),
    fragment: cutAtMarks(fragment === undefined ? '' : `#${fragment}`, mark)
  }
}

/** Returns the address that a click on an ad leads to. */
export function fillTemplate(template: ClickTemplate, values: MacroValues): string {
  let query = template.query && fillCut(template.query, values)
  for (const { name, value } of template.added) {
    const filled = fillCut(value, values)
    if (filled !== '') query = `${query ? `${query}&` : ''}${name}=${filled}`
  }
  const page = fillCut(template.page, values)
  return `${page}${query === null ? '' : `?${query}`}${fillCut(template.fragment, values)}`
}

/** Returns the address that a click leads to, for a link that is used only once. */
export function addressOfClick(link: string, utm: Utm, values: MacroValues): string {
  return fillTemplate(createClickTemplate(link, utm), values)
}

/**
 * Returns a placeholder that does not occur in the link before or after parsing and that the URL parser does not
 * encode.
 */
function unusedMark(link: string): string {
  const taken = link + (URL.canParse(link) ? new URL(link).href : '')
  let number = 0
  while (taken.includes(`(${number}.`)) number++
  return `(${number}.`
}

function markOf(mark: string, name: LinkMacro | undefined): string {
  return name === undefined ? '' : `${mark}${name})`
}

function cutAtMarks(text: string, mark: string): CutText {
  const [first = '', ...rest] = text.split(mark)
  const cut = rest.map(it => splitAt(it, ')'))
  return {
    texts: [first, ...cut.map(([, after]) => after ?? '')],
    names: cut.map(([name]) => name as LinkMacro)
  }
}

function encodeTexts(text: string): CutText {
  const { texts, names } = cutAtMacros(text)
  return { texts: texts.map(encodeValue), names }
}

/** Splits a text at the first separator, if there is one. */
function splitAt(text: string, separator: string): [string, string?] {
  const place = text.indexOf(separator)
  return place === -1 ? [text] : [text.slice(0, place), text.slice(place + 1)]
}
