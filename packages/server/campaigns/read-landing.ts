import { cleanLine } from '../html/clean-line.ts'
import { walkHtml } from '../html/walk-html.ts'
import { sketchWords, wordsIn } from './landing-words.ts'

/** Where a page takes its visitor by itself: by a meta tag, by a script, or in a frame that fills the window. */
export type Lead = { by: 'refresh' | 'script' | 'frame'; url: string }
export type LandingContent = {
  title: string | null
  /** The beginning of the text that a visitor can read. */
  text: string
  /** A sketch of the words of that text. */
  sketch: number[]
  leads: Lead[]
}

const maxTitle = 200
const maxPreview = 300
const maxScript = 500_000
const maxLeads = 20

/** Elements whose text is not visible. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'svg'])
const frames: Readonly<Record<string, string>> = { iframe: 'src', embed: 'src', object: 'data' }

/** Reads what a landing page shows and where it leads, from its HTML. Scripts are not run. */
export function readLanding(html: string, refreshHeader = ''): LandingContent {
  const texts: string[] = []
  const leads = readRefresh(refreshHeader)
  let title = ''
  let script = ''
  let within: string | null = null
  let silence = 0
  let depth = 0
  /** Depth of the outermost element that is hidden; everything in it is hidden too. */
  let hiddenAt: number | null = null
  walkHtml(html, {
    onopentag(tag, attributes) {
      depth++
      if (silent.has(tag)) silence++
      if (tag === 'script' || (tag === 'title' && title === '' && silence === 0)) within = tag
      if (hiddenAt === null && isHidden(attributes)) hiddenAt = depth
      if (tag === 'meta' && silence === 0 && attributes['http-equiv']?.toLowerCase() === 'refresh')
        leads.push(...readRefresh(attributes.content ?? ''))
      const frame = attributes[frames[tag] ?? '']
      if (frame && silence === 0 && fillsWindow(attributes)) leads.push({ by: 'frame', url: frame })
    },
    ontext(text) {
      if (within === 'title') title += text
      else if (within === 'script' && script.length < maxScript) script += `${text}\n`
      else if (silence === 0 && hiddenAt === null) texts.push(text)
    },
    onclosetag(tag) {
      if (silent.has(tag)) silence--
      if (tag === within) within = null
      if (depth === hiddenAt) hiddenAt = null
      depth--
    }
  })
  leads.push(...readScript(script))
  const text = texts.join(' ')
  return {
    title: cleanLine(title, maxTitle) || null,
    text: previewOf(text),
    sketch: sketchWords(wordsIn(text)),
    leads: leads.slice(0, maxLeads)
  }
}

/** Returns the beginning of a text, with an ellipsis if there is more. */
function previewOf(text: string): string {
  const letters = [...cleanLine(text.slice(0, 10 * maxPreview).trim() || text, maxPreview + 1)]
  if (letters.length <= maxPreview) return letters.join('')
  return `${letters.slice(0, maxPreview - 1).join('')}…`
}

function isHidden({ hidden, style = '' }: Record<string, string>): boolean {
  return hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
}

/** Whether a frame is as large as the window, as far as its own attributes say. */
function fillsWindow({ height = '', style = '' }: Record<string, string>): boolean {
  if (/^\s*100\s*%/.test(height)) return true
  return /position\s*:\s*fixed|height\s*:\s*100\s*(?:vh|dvh|%)/i.test(style)
}

function readRefresh(content: string): Lead[] {
  const [, url] =
    /^[\s\d.]*[;,]\s*(?:url\s*=)?\s*["']?([^"'\s]+)/i.exec(content.slice(0, 2_000)) ?? []
  return url === undefined ? [] : [{ by: 'refresh', url }]
}

const jump =
  /\b(?:location(?:\s?\.\s?href)?\s?=\s?|location\s?\.\s?(?:replace|assign)\s?\(\s?|navigation\.navigate\(\s?)["'`](https?:\\?\/\\?\/[^"'`\s]{1,500}|\/\/[^"'`\s]{1,500})/g

/** Returns the addresses that scripts go to. An address that a script puts together is not found. */
function readScript(script: string): Lead[] {
  const found: Lead[] = []
  for (const [, url = ''] of script.matchAll(jump)) {
    found.push({ by: 'script', url: url.replaceAll('\\/', '/') })
    if (found.length === maxLeads) break
  }
  return found
}
