import { type Inline, readInline } from './read-inline.ts'

export type Block =
  | { kind: 'paragraph' | 'heading'; words: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  /** `start` is the number of a numbered list. A loose one has empty lines between what it lists. */
  | { kind: 'list'; start: number | null; isLoose: boolean; items: Block[][] }

type Read = { block: Block | null; next: number }

/** Quotes and lists inside of each other: deeper marks stay as they were typed. */
const maxDepth = 8
const quote = /^ {0,3}> ?/
const item = /^ {0,3}(?:[-+*]|(\d{1,9})[.)])( +|$)/
/** A year that a line happens to begin with begins no list in the middle of a paragraph. */
const firstItem = /^ {0,3}(?:[-+*]|0{0,8}1[.)]) +[^ ]/
const fence = /^ {0,3}(`{3,}|~{3,})[^`]*$/
const heading = /^ {0,3}#{1,6}(?: |$)/
const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/
const underline = /^ {0,3}(?:=+|-+) *$/

/**
 * The part of CommonMark that offers use: paragraphs, headings, emphasis, lists, quotes, code and links. No HTML, pictures,
 * references or tables. Each character is looked at a bounded number of times, whatever the text is.
 */
export function readMarkdown(text: string): Block[] {
  return readBlocks(text.replaceAll('\t', '    ').split(/\r\n?|\n/), 0)
}

function readBlocks(lines: string[], depth: number): Block[] {
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const { block, next } = readBlock(lines, at, depth)
    if (block) blocks.push(block)
    at = next
  }
  return blocks
}

function readBlock(lines: string[], at: number, depth: number): Read {
  const line = lines[at] ?? ''
  if (line.trim() === '' || rule.test(line)) return { block: null, next: at + 1 }
  if (heading.test(line)) {
    const words = readInline(headingText(line))
    return { block: { kind: 'heading', words }, next: at + 1 }
  }
  const opening = fence.exec(line)?.[1]
  if (opening) return readFence(lines, at, opening)
  if (depth < maxDepth && quote.test(line)) return readQuote(lines, at, depth)
  if (depth < maxDepth && item.test(line)) return readList(lines, at, depth)
  return readParagraph(lines, at, depth)
}

function readParagraph(lines: string[], start: number, depth: number): Read {
  let next = start + 1
  while (next < lines.length && isContinued(lines[next] ?? '', depth)) next++
  const words = () =>
    readInline(
      lines
        .slice(start, next)
        .map(it => it.trimStart())
        .join('\n')
        .trimEnd()
    )
  return underline.test(lines[next] ?? '')
    ? { block: { kind: 'heading', words: words() }, next: next + 1 }
    : { block: { kind: 'paragraph', words: words() }, next }
}

/** Whether a line continues the paragraph before it. */
function isContinued(line: string, depth: number): boolean {
  if (line.trim() === '' || underline.test(line) || rule.test(line)) return false
  if (heading.test(line) || fence.test(line)) return false
  return depth >= maxDepth || !(quote.test(line) || firstItem.test(line))
}

function headingText(line: string): string {
  const text = line.replace(heading, '').trim()
  let end = text.length
  while (text[end - 1] === '#') end--
  return end === 0 || text[end - 1] === ' ' ? text.slice(0, end).trimEnd() : text
}

function readFence(lines: string[], start: number, opening: string): Read {
  let end = start + 1
  while (end < lines.length && !isClosing(lines[end] ?? '', opening)) end++
  return { block: { kind: 'code', text: lines.slice(start + 1, end).join('\n') }, next: end + 1 }
}

function isClosing(line: string, opening: string): boolean {
  const run = line.trim()
  return run.length >= opening.length && run === (opening[0] ?? '').repeat(run.length)
}

function readQuote(lines: string[], start: number, depth: number): Read {
  const inner: string[] = []
  let next = start
  for (; next < lines.length; next++) {
    const line = lines[next] ?? ''
    if (quote.test(line)) inner.push(line.replace(quote, ''))
    else if (isLazy(inner, line, depth)) inner.push(line)
    else break
  }
  return { block: { kind: 'quote', blocks: readBlocks(inner, depth + 1) }, next }
}

/** A line without the marks of its quote or item continues the paragraph there. */
function isLazy(inner: string[], line: string, depth: number): boolean {
  return (inner.at(-1) ?? '').trim() !== '' && isContinued(line, depth)
}

function readList(lines: string[], start: number, depth: number): Read {
  const kind = markOf(lines[start] ?? '')
  const items: Block[][] = []
  let isLoose = false
  let next = start
  while (
    next < lines.length &&
    markOf(lines[next] ?? '') === kind &&
    !rule.test(lines[next] ?? '')
  ) {
    const body = readItem(lines, next, depth)
    next += body.length
    const filled = body.findLastIndex(it => it.trim() !== '') + 1
    const isMore = next < lines.length && markOf(lines[next] ?? '') === kind
    isLoose ||= body.slice(0, isMore ? body.length : filled).includes('')
    items.push(readBlocks(body.slice(0, filled), depth + 1))
  }
  const number = item.exec(lines[start] ?? '')?.[1]
  return {
    block: { kind: 'list', start: number === undefined ? null : Number(number), isLoose, items },
    next
  }
}

/** The lines of one item, without its mark and as much space. */
function readItem(lines: string[], start: number, depth: number): string[] {
  const first = lines[start] ?? ''
  const [{ length } = '', , space = ''] = item.exec(first) ?? []
  const indent = space.length > 4 || length === first.length ? length - space.length + 1 : length
  const body = [first.slice(indent)]
  for (let next = start + 1; next < lines.length; next++) {
    const line = lines[next] ?? ''
    if (line.trim() === '') body.push('')
    else if (line.slice(0, indent).trim() === '') body.push(line.slice(indent))
    else if (markOf(line) === null && isLazy(body, line, depth)) body.push(line)
    else break
  }
  return body
}

/** What tells one list from the next: `-`, `*`, `+`, or the sign after a number. */
function markOf(line: string): string | null {
  const found = item.exec(line)
  return found ? (found[0].trim().at(-1) ?? null) : null
}
