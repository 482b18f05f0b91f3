import { type UtmName, utmNames } from '../constants.ts'
import {
  type CutText,
  cutAtMacros,
  encodeValue,
  fillCut,
  type LinkMacro,
  type MacroValues
} from './link-macros.ts'

/** Values may have macros. What is missing, empty or null is not added. */
export type Utm = { readonly [name in UtmName]?: string | null }

export const utmLength = 100
/** Fewer than in a link: there are five values. */
export const maxUtmMacros = 3

/** A link and its UTM parameters, read once so that a click has only its values to put in. */
export type ClickTemplate = {
  /** Up to the question mark. */
  readonly page: CutText
  /** Without the question mark; null without one. */
  readonly query: CutText | null
  /** Those that the link has not already. */
  readonly added: ReadonlyArray<{ readonly name: UtmName; readonly value: CutText }>
  /** From its # on. */
  readonly fragment: CutText
}

/**
 * Parameters that the link has already stay as they are, and so does what comes before the question mark, which is what
 * a reviewer has seen.
 */
export function createClickTemplate(link: string, utm: Utm): ClickTemplate {
  const mark = unusedMark(link)
  const { texts, names } = cutAtMacros(link)
  // The mark for a macro must come through the parser unchanged, which encodes braces in a path.
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

/** Where a press of an ad leads. */
export function fillTemplate(template: ClickTemplate, values: MacroValues): string {
  let query = template.query && fillCut(template.query, values)
  for (const { name, value } of template.added) {
    const filled = fillCut(value, values)
    if (filled !== '') query = `${query ? `${query}&` : ''}${name}=${filled}`
  }
  const page = fillCut(template.page, values)
  return `${page}${query === null ? '' : `?${query}`}${fillCut(template.fragment, values)}`
}

/** Where a press leads, for what is shown once. */
export function addressOfClick(link: string, utm: Utm, values: MacroValues): string {
  return fillTemplate(createClickTemplate(link, utm), values)
}

/** Begins as no part of the link does, before or after parsing, and contains nothing that a parser would encode. */
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

/** What is before the first separator and, if there is one, what is after it. */
function splitAt(text: string, separator: string): [string, string?] {
  const place = text.indexOf(separator)
  return place === -1 ? [text] : [text.slice(0, place), text.slice(place + 1)]
}
