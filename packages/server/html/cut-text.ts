import { cleanLine } from './clean-line.ts'

/** Created at its first use, because loading the rules for dividing text takes time. */
let words: Intl.Segmenter | undefined

/**
 * Returns a text of a stranger's page as one line of up to `max` UTF-16 code units, which is how the API counts. A longer
 * text ends after a whole word, with an ellipsis. This includes languages that are written without spaces.
 */
export function cutText(text: string, max: number): string {
  const line = cleanLine(text, max + 1)
  if (line.length <= max) return line
  words ??= new Intl.Segmenter('en', { granularity: 'word' })
  let end = 0
  for (const { index, segment, isWordLike } of words.segment(line)) {
    const next = index + segment.length
    if (next > max - 1) break
    if (isWordLike) end = next
  }
  const kept = end > 0 ? line.slice(0, end) : beginning(line, max - 1)
  return `${kept}…`
}

/** Returns the beginning of a single long word, without half of a character. */
function beginning(line: string, max: number): string {
  let kept = ''
  for (const { segment } of new Intl.Segmenter('en').segment(line)) {
    if (kept.length + segment.length > max) break
    kept += segment
  }
  return kept
}
