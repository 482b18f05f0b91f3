export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  /** The address as it was typed: not checked yet. Empty for a picture, of which the words are left. */
  | { kind: 'link'; address: string; children: Inline[] }

/** A mark that may turn out to open something: the `*`, `_` or `[` at that place in the list. */
type Opener = { mark: '*' | '_' | '['; text: { kind: 'text'; text: string }; index: number }

/** Marks that are open at the same time. The oldest gives way, and is text: so nothing is nested deeply or looked for long. */
const maxOpen = 8
const special = /[\\`*_[\]!<\n]/g
const autolink = /<(https?:\/\/[^\s<>]+)>/iy
/** HTML is left out, its words stay. */
const tag = /<[/!?a-z][^<>]*>/iy
const escaped = /\\([!-/:-@[-`{-~])/y
const punctuation = /[\p{P}\p{S}]/u
const space = /\s/
const isPunctuation = (text: string) => punctuation.test(text)
const isSpace = (text: string) => space.test(text)

/** How far the reading of a text has come. */
type Reading = {
  text: string
  at: number
  nodes: Inline[]
  openers: Opener[]
  closings: ReturnType<typeof findClosings>
}

/** The words of a paragraph. The time is in proportion to the length: what looks for an end looks once, or stops early. */
export function readInline(text: string): Inline[] {
  const reading: Reading = { text, at: 0, nodes: [], openers: [], closings: findClosings(text) }
  while (reading.at < text.length) {
    special.lastIndex = reading.at
    const next = special.exec(text)?.index ?? text.length
    const words = text.slice(reading.at, next)
    reading.at = next
    const char = text[next]
    if (char === '\n') {
      readEndOfLine(reading, words)
      continue
    }
    write(reading, words)
    if (char === '*' || char === '_') readEmphasis(reading, char)
    else if (char === '`') readCode(reading)
    else if (char === '<') readAngle(reading)
    else if (char === ']') closeLink(reading)
    else if (char === '[' || char === '!') readBracket(reading)
    else if (char === '\\') readBackslash(reading)
  }
  return reading.nodes
}

function write({ nodes, openers }: Reading, words: string): void {
  const last = nodes.at(-1)
  // What may open something is kept apart.
  if (last?.kind === 'text' && openers.at(-1)?.text !== last) last.text += words
  else if (words !== '') nodes.push({ kind: 'text', text: words })
}

function open({ nodes, openers }: Reading, mark: Opener['mark'], typed: string): void {
  const opener: Opener = { mark, text: { kind: 'text', text: typed }, index: nodes.length }
  nodes.push(opener.text)
  if (openers.length === maxOpen) openers.shift()
  openers.push(opener)
}

/** Puts what has come since a mark inside of it; gives back what was there. */
function take({ nodes, openers }: Reading, opener: Opener): Inline[] {
  openers.length = openers.indexOf(opener)
  return nodes.splice(opener.index + 1)
}

function readEmphasis(reading: Reading, mark: '*' | '_'): void {
  const { text, at, nodes, openers } = reading
  let end = at
  while (text[end] === mark) end++
  let left = end - at
  const { canOpen, canClose } = flanks(mark, text[at - 1] ?? ' ', text[end] ?? ' ')
  reading.at = end
  while (left > 0 && left <= 3 && canClose) {
    // Not beyond a bracket: it may be a link's, which is not cut in two.
    const opener = openers.findLast(it => it.mark === mark || it.mark === '[')
    if (opener?.mark !== mark) break
    const size = Math.min(2, left, opener.text.text.length)
    const children = take(reading, opener)
    opener.text.text = opener.text.text.slice(size)
    if (opener.text.text === '') nodes.pop()
    else openers.push(opener)
    nodes.push({ kind: size === 2 ? 'strong' : 'emphasis', children })
    left -= size
  }
  const typed = mark.repeat(left)
  if (left > 0 && left <= 3 && canOpen) open(reading, mark, typed)
  else write(reading, typed)
}

function closeLink(reading: Reading): void {
  const { text, at, nodes, openers } = reading
  const opener = openers.findLast(it => it.mark === '[')
  const target = opener ? readTarget(text, at + 1) : null
  if (!opener || !target) {
    if (opener) openers.splice(openers.indexOf(opener), 1)
    reading.at++
    write(reading, ']')
    return
  }
  const children = take(reading, opener)
  nodes.pop()
  const address = opener.text.text === '[' ? target.address : ''
  nodes.push({ kind: 'link', address, children })
  // There is no link inside of a link.
  for (const outer of openers.filter(it => it.mark === '['))
    openers.splice(openers.indexOf(outer), 1)
  reading.at = target.end
}

function readCode(reading: Reading): void {
  const { text, at } = reading
  let end = at
  while (text[end] === '`') end++
  const close = reading.closings(end - at, end)
  if (close === null) write(reading, text.slice(at, end))
  else reading.nodes.push({ kind: 'code', text: unpad(text.slice(end, close)) })
  reading.at = close === null ? end : close + (end - at)
}

function readAngle(reading: Reading): void {
  const { text, at } = reading
  const link = matchAt(autolink, text, at)
  const found = link ?? matchAt(tag, text, at)
  if (link?.[1]) {
    const children: Inline[] = [{ kind: 'text', text: link[1] }]
    reading.nodes.push({ kind: 'link', address: link[1], children })
  }
  if (!found) write(reading, '<')
  reading.at += found?.[0].length ?? 1
}

function readEndOfLine(reading: Reading, words: string): void {
  write(reading, words.trimEnd())
  if (words.endsWith('  ')) reading.nodes.push({ kind: 'break' })
  else write(reading, '\n')
  reading.at++
}

function readBackslash(reading: Reading): void {
  const { text, at } = reading
  if (text[at + 1] === '\n') {
    reading.nodes.push({ kind: 'break' })
    reading.at += 2
    return
  }
  const literal = matchAt(escaped, text, at)
  write(reading, literal?.[1] ?? '\\')
  reading.at += literal ? 2 : 1
}

function readBracket(reading: Reading): void {
  const { text, at } = reading
  const typed = text[at] === '[' ? '[' : '!['
  const isOpener = text.startsWith(typed, at)
  if (isOpener) open(reading, '[', typed)
  else write(reading, '!')
  reading.at += isOpener ? typed.length : 1
}

/** Whether a run of marks can begin or end something, as CommonMark says. */
function flanks(mark: '*' | '_', before: string, after: string) {
  const [isAfterWord, isBeforeWord] = [before, after].map(it => !isSpace(it) && !isPunctuation(it))
  const isLeft = !isSpace(after) && (!isPunctuation(after) || !isAfterWord)
  const isRight = !isSpace(before) && (!isPunctuation(before) || !isBeforeWord)
  if (mark === '*') return { canOpen: isLeft, canClose: isRight }
  return {
    canOpen: isLeft && (!isRight || isPunctuation(before)),
    canClose: isRight && (!isLeft || isPunctuation(after))
  }
}

/** Where the next run of so many backticks is. All are found in one go; asked for in the order of the text. */
function findClosings(text: string): (length: number, from: number) => number | null {
  const runs = new Map<number, number[]>()
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = runs.get(run.length)
    if (known) known.push(index)
    else runs.set(run.length, [index])
  }
  for (const places of runs.values()) places.reverse()
  return (length, from) => {
    const places = runs.get(length) ?? []
    while ((places.at(-1) ?? from) < from) places.pop()
    return places.at(-1) ?? null
  }
}

function unpad(code: string): string {
  const line = code.replaceAll('\n', ' ')
  const isPadded = line.startsWith(' ') && line.endsWith(' ') && line.trim() !== ''
  return isPadded ? line.slice(1, -1) : line
}

/** What follows a link's words: `(address "title")`. Brackets inside of it may be one deep, so a search ends early. */
function readTarget(text: string, start: number): { address: string; end: number } | null {
  if (text[start] !== '(') return null
  let at = skipSpace(text, start + 1)
  const from = at
  let depth = 0
  for (; at < text.length && !isSpace(text[at] ?? ''); at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(' && ++depth > 1) return null
    else if (text[at] === ')' && --depth < 0) break
  }
  if (depth > 0) return null
  const address = text.slice(from, at).replace(/^<(.*)>$/, '$1')
  at = skipSpace(text, at)
  const quote = text[at]
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, at + 1)
    if (close === -1) return null
    at = skipSpace(text, close + 1)
  }
  return text[at] === ')' ? { address, end: at + 1 } : null
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text[at] ?? '')) at++
  return at
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
