import type { Problem } from '@mille/stores/shared/problems.ts'
import { failureWords } from '../shared/failure-words.ts'
import { type Translated, translate } from '../shared/words.ts'

/**
 * Returns the text of a problem. The server's details are in English only; other languages use one sentence for all of
 * them.
 */
export function problemText(words: Translated['words'], { code, detail }: Problem): string {
  const { failures } = translate({ failures: failureWords }, words)
  return failures[code] ?? failures.other ?? (detail || `${failures.internal}`)
}
