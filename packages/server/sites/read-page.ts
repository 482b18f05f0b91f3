import type { Rating } from '@mille/api/constants.ts'
import { cleanLine } from '../html/clean-line.ts'
import { walkHtml } from '../html/walk-html.ts'
import { suggestCategories, suggestRating } from './suggest.ts'

export type PageWords = {
  title: string | null
  /** The primary language subtag of the page's `lang` attribute. */
  language: string | null
  /** All readable text of the page in lower case: from its title, description, keywords and text. */
  words: string[]
}

export type PageSummary = {
  title: string | null
  language: string | null
  categoryIds: string[]
  rating: Rating | null
}

/** Elements whose text is not visible. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'svg'])
const maxWords = 20_000

/** Returns the page's title and language, and guesses its categories and rating. */
export function summarizePage(html: string): PageSummary {
  const { title, language, words } = readPage(html)
  return {
    title,
    language,
    categoryIds: suggestCategories(words),
    rating: suggestRating(words)
  }
}

/** Reads a page's title, language and words, from its metadata and its visible text. */
export function readPage(html: string): PageWords {
  const texts: string[] = []
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
      if (['description', 'keywords', 'og:title', 'og:description'].includes(name))
        texts.push(attributes.content ?? '')
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
  return { title: cleanLine(title, 200) || null, language, words: words.slice(0, maxWords) }
}

function readLanguage(text: string): string | null {
  return /^\s*([a-z]{2})\b/i.exec(text)?.[1]?.toLowerCase() ?? null
}
