import { maxKeywords, readKeyword } from '@mille/api/campaigns/page-words.ts'
import { splitKeywords } from './campaign-rules.ts'

export const keywordKinds = ['include', 'exclude'] as const

/** Longest part of a wrong keyword that an error repeats, and the number of keywords that it repeats. */
const quoted = { letters: 40, words: 3 }

/** Adds the keywords of a typed or pasted text to a list. What is invalid or does not fit is returned as `rest`. */
export function addKeywords(
  list: readonly string[],
  text: string
): { list: string[]; rest: string } {
  const added = [...list]
  const rest: string[] = []
  for (const typed of splitKeywords(text)) {
    const word = readKeyword(typed)
    if (word !== null && added.includes(word)) continue
    if (word === null || added.length >= maxKeywords) rest.push(typed)
    else added.push(word)
  }
  return { list: added, rest: rest.join(', ') }
}

/** Returns why the keywords of a text cannot all be added to a list, in words that follow the field's label. */
export function keywordProblem(list: readonly string[], text: string): string | null {
  const rest = splitKeywords(addKeywords(list, text).rest)
  const wrong = rest.filter(it => readKeyword(it) === null)
  if (wrong.length > 0)
    return `must be single words of up to 40 letters or digits, with or without * at the end. Please change ${namesOf(wrong)}`
  if (rest.length > 0) return `must be at most ${maxKeywords}. Not added: ${namesOf(rest)}`
  return null
}

function namesOf(words: readonly string[]): string {
  const names = words.slice(0, quoted.words).map(it => `“${shortened(it)}”`)
  const more = words.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function shortened(word: string): string {
  return word.length > quoted.letters ? `${word.slice(0, quoted.letters)}…` : word
}
