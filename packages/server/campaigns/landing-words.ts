const maxWords = 20_000
const minWord = 4
/** Number of hashes in a sketch. A text with fewer distinct words is compared exactly. */
export const sketchSize = 128

/**
 * Returns the distinct words of a text. Numbers are left out, which prices, dates and counters are made of, and short
 * words, which all texts of a language share. Text in scripts without spaces is cut into pairs of characters.
 */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>()
  for (const [run] of text.toLowerCase().matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
    if (words.size >= maxWords) break
    if (!/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(run)) {
      if (run.length >= minWord) words.add(run)
    } else for (let at = 0; at === 0 || at + 1 < run.length; at++) words.add(run.slice(at, at + 2))
  }
  return words
}

/** Returns the smallest hashes of the words, in ascending order: a random sample that is the same for the same words. */
export function sketchWords(words: ReadonlySet<string>): number[] {
  const hashes = new Set([...words].map(hash))
  return [...hashes].sort((one, other) => one - other).slice(0, sketchSize)
}

/** FNV-1a with 32 bits, mixed again so that short words are spread evenly. */
function hash(word: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < word.length; at++)
    value = Math.imul(value ^ word.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
