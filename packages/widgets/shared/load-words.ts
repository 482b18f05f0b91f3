import type { Words } from './words.ts'

/** Maximum wait for a translation, in milliseconds; after that, the widget is shown in English. */
const maxMs = 3_000

/**
 * Loads a widget's texts in the element's language: its own `lang`, otherwise an ancestor's. Null for English or if
 * there is no two-letter language. Never rejects and is limited in time: without its texts, a widget is in English. A
 * network returns an empty file for a language it does not have, so that no entry needs the list of languages
 * (docs/decisions/198).
 */
export function loadWords(element: Element): Promise<Words | undefined> | null {
  const language = /^(?!en)[a-z]{2}\b/.exec(`${element.closest<HTMLElement>('[lang]')?.lang}`)
  if (!language) return null
  return Promise.race([
    // The builds add the hash of all texts to the file name: rollup.config.mjs, tsup.config.ts.
    import(/* @vite-ignore */ `./${element.localName}-words-${language}.js`),
    new Promise<undefined>(resolve => setTimeout(resolve, maxMs))
  ]).catch(() => undefined)
}
