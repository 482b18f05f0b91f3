import { dimensions } from '../reference-data/banner-sizes.ts'
import type { AdPlace, Decision, TextCreative } from './protocol.ts'

/** Values of the CSS custom properties in ad.css that set the words of an ad. The unit's colors are separate. */
export type Typeset = {
  /** Distances from the edges to the words. */
  x: string
  y: string
  /** The CSS grid with the areas picture `p`, title `t`, body `b`, logo `l`, domain `d`, action `a`, and label `x`. */
  grid: string
  /**
   * Font size of the headline, such as `22px`; `title_lines` is the number of lines that it has room for. The `body_`
   * fields are the same for the text.
   */
  title_size: string
  title_lines: string
  /** `auto` if a word is longer than a line. */
  hyphens?: string
  body_size?: string
  body_lines?: string
  /**
   * `grid` if the ad shows an illustration or the initial of its domain instead; `initial` is the letter as a CSS
   * string.
   */
  mark?: string
  initial?: string
  /** Negative margins with which the illustration or the initial reaches the edges of the ad. */
  bleed_block?: string
  bleed_inline?: string
  /** `block` if there is room for the call to action; `gap` is the margin before it. */
  action?: string
  gap?: string
}

type Words = Pick<TextCreative, 'title' | 'text' | 'domain' | 'action' | 'pictures'>
type Box = { width: number; height: number }

/** Width of the button on phones that closes an ad at the top or bottom of the screen, in CSS pixels. */
const closeWidth = 44
/** Assumed width of an adaptive ad when its real width is unknown, in CSS pixels. */
const usualWidth = 320

/** Returns the room that an ad has for its words, in a place whose width may be unknown (0). */
export function wordsBox(
  { size, position, stickySide }: Pick<AdPlace, 'size' | 'position' | 'stickySide'>,
  said: { width: number },
  room: Box
): Box {
  const isAcross = stickySide === 'header' || stickySide === 'footer'
  const isUnknown = said.width === 0 && size === 'Adaptive' && (isAcross || position !== 'sticky')
  const width = isUnknown ? usualWidth : room.width
  return { ...room, width: width - (position === 'sticky' && isAcross ? closeWidth : 0) }
}

/** Height of an adaptive ad if its page does not set one, in CSS pixels. */
const freeHeight = 90

/** Returns the decision with typeset words for a place of the reported size. A width or height of 0 means unknown. */
export function setWords(decision: Decision, said: { width: number; height: number }): Decision {
  const { creative, size } = decision
  if (creative?.kind !== 'text') return decision
  const room =
    size === 'Adaptive'
      ? { width: said.width, height: said.height || freeHeight }
      : dimensions(size)
  return { ...decision, css: typeset(creative, wordsBox(decision, said, room)) }
}

/** Smallest and largest font sizes and heights in CSS pixels, as in ad.css. */
const smallest = 12
const largest = 34
const footHeight = 18
const actionHeight = 26
const titleLine = 1.2
const bodyLine = 1.4
const bodyShare = 0.64
/** Gap between the headline and the text, in em of the text. */
const bodyGap = 0.3

/**
 * Typesets the words of a text ad in a box: where each goes, and the largest font size at which all fit. It assumes a
 * wide typeface, so that others fit too. If the text does not fit at the smallest size, only the headline is set; a
 * headline that does not fit ends with an ellipsis. Takes a few microseconds.
 */
export function typeset(words: Words, box: Box): Typeset {
  const measured = { title: measure(words.title, 1.1), text: measure(words.text, 1) }
  const top = Math.floor(Math.min(largest, 12 + 0.13 * box.height, 10 + 0.08 * box.width))
  const { kind, hasMark } = kindOf(words, box)
  const set = setIn(measured, placeFor[kind](words, box, hasMark), top)
  if (kind === 'line' || kind === 'strip') {
    // The whole domain is shown next to the words if they do not become smaller for it.
    const place = placeFor[kind](words, box, hasMark, domainWidth(words))
    const whole = setIn(measured, place, top)
    const lines = linesOf(measured.title, place.room.width / Number.parseFloat(whole.title_size))
    return isSetAlike(whole, set) && lines <= Number(whole.title_lines) ? whole : set
  }
  if (hasMark) return set
  // A few words would leave most of a large box empty, so the initial of the domain fills it.
  const isSparse = kind === 'block' && box.height >= 200 && set.title_size === `${top}px`
  const marked = isSparse ? setIn(measured, placeFor.block(words, box, true), top) : set
  return isSetAlike(marked, set) ? marked : set
}

function isSetAlike(one: Typeset, other: Typeset): boolean {
  return one.title_size === other.title_size && one.body_size === other.body_size
}

type Measured = { title: Piece[]; text: Piece[] }

function setIn({ title, text }: Measured, { room, ...place }: Place, top: number): Typeset {
  const set = (size: number, lines: number) => ({
    ...place,
    title_size: `${size}px`,
    title_lines: String(lines)
  })
  if (text.length > 0 && room.hasBody)
    for (let size = top; size >= smallest; size--) {
      const bodySize = Math.max(smallest, Math.round(size * bodyShare))
      const lines = linesOf(title, room.width / size)
      const bodyLines = linesOf(text, room.width / bodySize)
      if (lines * size * titleLine + (bodyLines * bodyLine + bodyGap) * bodySize <= room.height)
        return { ...set(size, lines), body_size: `${bodySize}px`, body_lines: String(bodyLines) }
    }
  for (let size = top; size >= smallest; size--) {
    const lines = linesOf(title, room.width / size)
    if (lines * size * titleLine <= room.alone) return set(size, lines)
  }
  const isTooLong = title.some(it => it.width * smallest > room.width)
  return {
    ...set(smallest, Math.max(1, Math.floor(room.alone / (smallest * titleLine)))),
    ...(isTooLong && { hyphens: 'auto' })
  }
}

type Place = Omit<Typeset, 'title_size' | 'title_lines' | 'body_size' | 'body_lines'> & {
  /** The room for the headline and the text; `alone` is the height for the headline if there is no text. */
  room: Box & { alone: number; hasBody: boolean }
}
type Kind = 'line' | 'strip' | 'tall' | 'block'

function kindOf({ pictures }: Words, { width, height }: Box): { kind: Kind; hasMark: boolean } {
  const hasPicture = pictures?.illustration !== undefined
  if (height < 44) return { kind: 'line', hasMark: false }
  if (width >= 440 && width / height >= 2.2)
    return { kind: 'strip', hasMark: hasPicture || height >= 200 }
  if (height >= 300 && height >= width) return { kind: 'tall', hasMark: true }
  return { kind: 'block', hasMark: hasPicture && height >= 200 }
}

/** Computes the layout of a kind of ad. `least` is the minimum width of the domain next to the words, in CSS pixels. */
type PlaceFor = (words: Words, box: Box, hasMark: boolean, least?: number) => Place

const placeFor: Record<Kind, PlaceFor> = {
  line(_words, box, _hasMark, least = 0) {
    const beside = Math.max(box.width < 280 ? 0 : Math.round(0.3 * box.width), least)
    const width = innerOf(box).width - beside - 44
    return {
      ...edges(box),
      grid: `"l t d x" 1fr / auto 1fr fit-content(${beside}px) auto`,
      room: { width, height: 18, alone: 18, hasBody: false }
    }
  },

  /** Sets the footer next to the words. */
  strip(words, box, hasMark, least = 0) {
    const { x, y, width, height } = innerOf(box)
    const beside = Math.max(Math.round(clamp(150, 0.22 * box.width, 200)), least + 48)
    const picture = hasMark ? Math.round(Math.min(0.3 * box.width, 1.91 * box.height)) : 0
    const hasAction = words.action !== '' && box.height >= 80
    const first = hasAction ? 'a a a' : 'l d x'
    const row = (areas: string, size: string) => `"${hasMark ? 'p ' : ''}${areas}" ${size}`
    const rows = [
      row(`. ${first}`, '1fr'),
      row(`t ${first}`, 'min-content'),
      row('b l d x', 'min-content'),
      row('. l d x', '1fr')
    ]
    const columns = `1fr auto fit-content(${beside - 48}px) auto`
    return {
      ...edges(box),
      grid: `${rows.join(' ')} / ${hasMark ? `${picture}px ` : ''}${columns}`,
      ...(hasMark && markOf(words, `-${y}px`, `-${x}px 14px`)),
      ...(hasAction && { action: 'block', gap: '16px' }),
      room: {
        width: width - beside - (hasMark ? picture + 4 : 0) - 20,
        height,
        alone: hasAction ? height - 2 * footHeight : height,
        hasBody: true
      }
    }
  },

  /** Sets the picture above the words, and the call to action above the footer. */
  tall(words, box) {
    const { x, y, width, height } = innerOf(box)
    const lines = linesOf(measure(words.action, 1.1), (width - 18) / 12)
    const action = words.action === '' ? 0 : Math.min(lines, 3) * 16 + 28
    const room = height - 0.25 * box.height - action - footHeight - 4
    return {
      ...edges(box),
      grid: `"p p p p" 1fr "t t t t" min-content "b b b b" min-content ${action ? `"a a a a" ${action}px ` : ''}"l d d x" auto / auto minmax(0, 1fr) auto auto`,
      ...markOf(words, `-${y}px ${y}px`, `-${x}px`),
      ...(action > 0 && { action: 'block', gap: '0' }),
      room: { width, height: room, alone: room, hasBody: true }
    }
  },

  block(words, box, hasMark) {
    const { x, y, width, height } = innerOf(box)
    const hasAction = words.action !== '' && box.width >= 280 && box.height >= 200
    const foot = hasAction ? actionHeight + 4 : footHeight
    const gap = box.height < 90 ? 4 : 6
    const room = height - foot - gap - (hasMark ? 0.36 * box.height : 0)
    return {
      ...edges(box),
      grid: `${hasMark ? '"p p p p" 1fr ' : ''}"t t t t" min-content "b b b b" min-content ${hasMark ? '' : '". . . ." 1fr '}"l d a x" ${foot}px / auto minmax(0, 1fr) auto auto`,
      ...(hasMark && markOf(words, `-${y}px ${y}px`, `-${x}px`)),
      ...(hasAction && { action: 'block', gap: '8px' }),
      room: { width, height: room, alone: room, hasBody: box.height >= 56 }
    }
  }
}

/** Returns the distances from the edges to the words, and the room that is left between the edges. */
function innerOf({ width, height }: Box): Box & { x: number; y: number } {
  const x = Math.round(clamp(8, 0.04 * width, 16))
  const y = Math.round(clamp(4, 0.05 * height, 14))
  return { x, y, width: width - 2 * x, height: height - 2 * y }
}

function edges(box: Box) {
  const { x, y } = innerOf(box)
  return { x: `${x}px`, y: `${y}px` }
}

function markOf({ domain }: Words, bleedBlock: string, bleedInline: string) {
  const [first = ''] = domain
  return {
    mark: 'grid',
    initial: `"${/[\p{L}\p{N}]/u.test(first) ? first.toUpperCase() : ''}"`,
    bleed_block: bleedBlock,
    bleed_inline: bleedInline
  }
}

const clamp = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

/** Width of a piece that must not be broken, and of the space after it, in em. */
type Piece = { width: number; space: number }

/** Letters of scripts without spaces between words, after which a line can break anywhere. */
const anywhere =
  /[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/
const narrow = /[iljtfrI.,:;'’|!()[\]-]/
const wide = /[mwMW@%]/

function measure(text: string, weight: number): Piece[] {
  const pieces: Piece[] = []
  for (const word of text.split(/\s+/)) {
    let width = 0
    for (const letter of word) {
      if (anywhere.test(letter)) {
        if (width > 0) pieces.push({ width, space: 0 })
        pieces.push({ width: weight, space: 0 })
        width = 0
      } else width += widthOf(letter) * weight
    }
    if (width > 0) pieces.push({ width, space: 0 })
    const last = pieces.at(-1)
    if (last) last.space = 0.35
  }
  return pieces
}

/** Returns the width of the domain at its font size in ad.css, in CSS pixels. */
function domainWidth({ domain }: Words): number {
  return Math.ceil(12 * measure(domain, 1).reduce((sum, it) => sum + it.width, 0))
}

function widthOf(letter: string): number {
  if (narrow.test(letter)) return 0.38
  if (wide.test(letter)) return 1
  return /\p{Lu}/u.test(letter) ? 0.74 : 0.63
}

/**
 * Counts the lines as a browser breaks them. Returns infinity if a piece is wider than a line, so that this font size
 * is rejected.
 */
function linesOf(pieces: Piece[], width: number): number {
  let lines = 1
  let left = width
  let space = 0
  for (const piece of pieces) {
    if (piece.width > width) return Number.POSITIVE_INFINITY
    if (space + piece.width > left && left < width) {
      lines++
      left = width
      space = 0
    }
    left -= space + piece.width
    space = piece.space
  }
  return lines
}
