import type { Problem } from '@mille/stores/shared/problems.ts'
import { failureWords } from '../shared/failure-words.ts'
import { type Translated, translate } from '../shared/words.ts'

/** The details that the server gives are in English alone; other languages have a sentence for all of them. */
export function problemText(words: Translated['words'], { code, detail }: Problem): string {
  const { failures } = translate({ failures: failureWords }, words)
  return failures[code] ?? failures.other ?? (detail || `${failures.internal}`)
}
