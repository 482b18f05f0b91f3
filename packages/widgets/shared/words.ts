/** Language and direction that every file of texts declares. */
export type WordsLanguage = { lang: string; dir: 'ltr' | 'rtl' }

/** Texts of one widget in one language; missing ones are shown in English. */
export type Words = Readonly<Record<string, unknown>> & Partial<WordsLanguage>

/** Props of a component that can be translated from English. */
export type Translated = { words?: Words | null | undefined }

/**
 * Sets language and direction. English keeps the page's direction, because the network's own texts may be in any
 * language.
 */
export function setLanguage(box: HTMLElement, words: Words | null | undefined): void {
  box.lang = words?.lang ?? 'en'
  box.dir = words?.dir ?? ''
}

/** Returns a component's texts in the language of the widget; missing ones are in English. */
export function translate<English extends object>(
  english: English,
  words: Translated['words']
): English & Words {
  return { ...english, ...words }
}
