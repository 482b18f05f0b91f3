/** Maximum length of a keyword, in UTF-16 code units. */
const maxWordLength = 40
/** Maximum number of included keywords, and of excluded keywords. */
export const maxKeywords = 20

const runs = /[\p{L}\p{M}\p{N}]+/gu
/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Created at its first use, because older browsers that check keywords do not have it. */
let segmenter: Intl.Segmenter | undefined

/** Returns one form for words that differ only in case or encoding: `Straße` and `STRASSE` become the same. */
export function foldWord(text: string): string {
  const folded = text.normalize('NFKC').toUpperCase().toLowerCase()
  // The small sigma has another form at the end of a word.
  return folded.replaceAll('ς', 'σ').normalize('NFC')
}

/**
 * Returns the folded words of a text in their order. Text in scripts without spaces is also split into words by a
 * dictionary.
 */
export function wordsOf(text: string): string[] {
  return (foldWord(text).match(runs) ?? [])
    .flatMap(run => (unspaced.test(run) ? [run, ...segmentsOf(run)] : [run]))
    .filter(word => word.length <= maxWordLength)
}

/**
 * Returns the folded keyword: one word of up to 40 letters, where a final `*` means all words that begin with it.
 * Returns null for anything else.
 */
export function readKeyword(text: string): string | null {
  const word = foldWord(text.trim())
  const isOne = /^[\p{L}\p{M}\p{N}]+\*?$/u.test(word)
  return isOne && word.replace('*', '').length <= maxWordLength ? word : null
}

/** Returns the keywords in the form in which they are compared: folded, sorted, without duplicates and invalid ones. */
export function foldKeywords(typed: readonly string[]): string[] {
  return [...new Set(typed.flatMap(it => readKeyword(it) ?? []))].sort()
}

/** Checks whether the keyword matches one of the words. */
export function meansOne(keyword: string, words: ReadonlySet<string>): boolean {
  if (!keyword.endsWith('*')) return words.has(keyword)
  const beginning = keyword.slice(0, -1)
  return words.values().some(word => word.startsWith(beginning))
}

function segmentsOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  return [...segmenter.segment(run)].filter(it => it.isWordLike).map(it => it.segment)
}
