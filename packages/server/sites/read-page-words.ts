import { wordsOf } from '@mille/api/campaigns/page-words.ts'
import { walkHtml } from '../html/walk-html.ts'

export const maxPageWords = 200
/**
 * Maximum length of each part of a page, in characters. Real titles are shorter, and a hostile page could take long to
 * read.
 */
const maxText = 10_000

/** Returns the distinct words in a page's title, keywords, main headings and description, up to a maximum number. */
export function readPageWords(html: string): string[] {
  const parts = { title: '', keywords: '', heading: '', description: '' }
  const add = (part: keyof typeof parts, text: string) => {
    parts[part] = (parts[part] + text).slice(0, maxText)
  }
  /** The element whose text is being read: the title, a main heading, or neither. */
  let within: 'title' | 'heading' | null = null
  let hasTitle = false
  let silence = 0
  walkHtml(html, {
    onopentag(tag, attributes) {
      if (silent.has(tag)) silence++
      if (tag === 'h1') within = 'heading'
      // Only the first `<title>` counts, since SVG pictures may have a `<title>` as well.
      else if (tag === 'title' && !hasTitle) {
        hasTitle = true
        within = 'title'
      } else if (within !== null) add(within, isInline.has(tag) ? '' : ' ')
      if (tag !== 'meta') return
      const name = attributes.name?.toLowerCase()
      if (name === 'keywords' || name === 'description') add(name, ` ${attributes.content ?? ''}`)
    },
    ontext(text) {
      if (within !== null && silence === 0) add(within, text)
    },
    onclosetag(tag) {
      if (silent.has(tag)) silence--
      if (tag !== 'h1' && tag !== 'title') return
      if (within !== null) add(within, ' ')
      within = null
    }
  })
  const { title, keywords, heading, description } = parts
  const words = wordsOf([title, keywords, heading, description].join(' '))
  return [...new Set(words)].slice(0, maxPageWords)
}

/** Elements whose text is not visible. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'svg'])
/** Inline elements, which may occur in the middle of a word. */
const isInline = new Set([
  'a',
  'abbr',
  'b',
  'em',
  'font',
  'i',
  'mark',
  'span',
  'strong',
  'u',
  'wbr'
])
