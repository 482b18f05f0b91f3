import { wordsOf } from '@mille/api/campaigns/page-words.ts'
import { walkHtml } from '../html/walk-html.ts'

export const maxPageWords = 200
/** Of each part. No title is longer, and a page may be made to take long. */
const maxText = 10_000

/** What a page says of itself in its title, keywords, main headings, and description: each word once, the first ones. */
export function readPageWords(html: string): string[] {
  const parts = { title: '', keywords: '', heading: '', description: '' }
  const add = (part: keyof typeof parts, text: string) => {
    parts[part] = (parts[part] + text).slice(0, maxText)
  }
  /** Of the title or a main heading. */
  let within: 'title' | 'heading' | null = null
  let hasTitle = false
  let silence = 0
  walkHtml(html, {
    onopentag(tag, attributes) {
      if (silent.has(tag)) silence++
      if (tag === 'h1') within = 'heading'
      // Pictures have titles too.
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

/** Their text is not visible. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'svg'])
/** Elements that may be in the middle of a word. */
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
