/** In letters, as JavaScript counts them. */
const maxWordLength = 40

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

function segmentsOf(run: string): string[] {
  return [...segmenter.segment(run)].filter(it => it.isWordLike).map(it => it.segment)
}
