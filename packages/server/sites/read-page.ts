import { creativeLengths, type Rating } from '@mille/api/constants.ts'
import { cleanLine } from '../html/clean-line.ts'
import { cutText } from '../html/cut-text.ts'
import { walkHtml } from '../html/walk-html.ts'
import { suggestCategories, suggestRating } from './suggest.ts'

export type PageWords = {
  title: string | null
  /** The primary language subtag of the page's `lang` attribute. */
  language: string | null
  /** All readable text of the page in lower case: from its title, description, keywords and text. */
  words: string[]
  /** What the page calls itself for people who share it, or else in its title; empty if it has neither. */
  name: string
  /** How the page describes itself for people who share it, or else for search engines. */
  description: string
}

export type PageSummary = {
  title: string | null
  language: string | null
  categoryIds: string[]
  rating: Rating | null
  /** A headline and a text for an ad that leads to the page, in the lengths that ads have. */
  headline: string | null
  text: string | null
}

/** Elements whose text is not visible. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'svg'])
/** Names of the metadata in which a page describes itself. */
const described = new Set(['description', 'keywords', 'og:title', 'og:description'])
const maxWords = 20_000

/** Returns the page's title and language, guesses its categories and rating, and proposes the text of an ad. */
export function summarizePage(html: string): PageSummary {
  const { title, language, words, name, description } = readPage(html)
  return {
    title,
    language,
    categoryIds: suggestCategories(words),
    rating: suggestRating(words),
    headline: cutText(name, creativeLengths.link_text) || null,
    text: cutText(description, creativeLengths.creative_text) || null
  }
}

/** Reads a page's title, language and words, from its metadata and its visible text. */
export function readPage(html: string): PageWords {
  const texts: string[] = []
  const metas = new Map<string, string>()
  let title = ''
  let language: string | null = null
  let isInTitle = false
  let silence = 0
  walkHtml(html, {
    onopentag(tag, attributes) {
      if (silent.has(tag)) silence++
      if (tag === 'html' && attributes.lang) language = readLanguage(attributes.lang)
      if (tag === 'title' && title === '') isInTitle = true
      if (tag !== 'meta') return
      const name = (attributes.name ?? attributes.property ?? '').toLowerCase()
      if (!described.has(name)) return
      const content = attributes.content ?? ''
      texts.push(content)
      if (content.trim() !== '' && !metas.has(name)) metas.set(name, content)
    },
    ontext(text) {
      if (isInTitle) title += text
      if (silence === 0) texts.push(text)
    },
    onclosetag(tag) {
      if (silent.has(tag)) silence--
      if (tag === 'title') isInTitle = false
    }
  })
  const words =
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return {
    title: cleanLine(title, 200) || null,
    language,
    words: words.slice(0, maxWords),
    name: metas.get('og:title') ?? title,
    description: metas.get('og:description') ?? metas.get('description') ?? ''
  }
}

function readLanguage(text: string): string | null {
  return /^\s*([a-z]{2})\b/i.exec(text)?.[1]?.toLowerCase() ?? null
}
