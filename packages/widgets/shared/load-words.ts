import type { Words } from './words.ts'

/** A widget in English is better than none. */
const maxMs = 3_000

/**
 * The words of a widget in the language of the element: its own `lang`, else that of what it is in. Nothing for English,
 * and for what has no language of two letters. Never fails, and never takes long: without its words a widget is in English. A network answers an
 * empty file for a language that it does not have, so that no entry needs the list of languages (docs/decisions/198).
 */
export function loadWords(element: Element): Promise<Words | undefined> | null {
  const language = /^(?!en)[a-z]{2}\b/.exec(`${element.closest<HTMLElement>('[lang]')?.lang}`)
  if (!language) return null
  return Promise.race([
    // The builds put the hash of all words into the name: rollup.config.mjs, tsup.config.ts.
    import(/* @vite-ignore */ `./${element.localName}-words-${language}.js`),
    new Promise<undefined>(resolve => setTimeout(resolve, maxMs))
  ]).catch(() => undefined)
}
