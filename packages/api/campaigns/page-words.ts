/** In letters, as JavaScript counts them. */
const maxWordLength = 40
/** Of those that are included, and of those that are excluded. */
export const maxKeywords = 20

const runs = /[\p{L}\p{M}\p{N}]+/gu
/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** One form for what differs only in case or in how it is encoded: `Straße` is `STRASSE`. */
export function foldWord(text: string): string {
  const folded = text.normalize('NFKC').toUpperCase().toLowerCase()
  // The small sigma has another form at the end of a word.
  return folded.replaceAll('ς', 'σ').normalize('NFC')
}

/** The words of a text in their order, folded. What is written without spaces is also divided into words by a dictionary. */
export function wordsOf(text: string): string[] {
  return (foldWord(text).match(runs) ?? [])
    .flatMap(run => (unspaced.test(run) ? [run, ...segmentsOf(run)] : [run]))
    .filter(word => word.length <= maxWordLength)
}

/** Folded; null where it is not one word of up to 40 letters, which `*` may end to mean all words that begin with it. */
export function readKeyword(text: string): string | null {
  const word = foldWord(text.trim())
  const isOne = /^[\p{L}\p{M}\p{N}]+\*?$/u.test(word)
  return isOne && word.replace('*', '').length <= maxWordLength ? word : null
}

/** As they are compared: folded, each once and in order, without those that are none. */
export function foldKeywords(typed: readonly string[]): string[] {
  return [...new Set(typed.flatMap(it => readKeyword(it) ?? []))].sort()
}

/** Whether one of the words is meant by the keyword. */
export function meansOne(keyword: string, words: ReadonlySet<string>): boolean {
  if (!keyword.endsWith('*')) return words.has(keyword)
  const beginning = keyword.slice(0, -1)
  return words.values().some(word => word.startsWith(beginning))
}

function segmentsOf(run: string): string[] {
  return [...segmenter.segment(run)].filter(it => it.isWordLike).map(it => it.segment)
}
