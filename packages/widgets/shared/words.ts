/** What every file of words says about itself, beside the words. */
export type WordsLanguage = { lang: string; dir: 'ltr' | 'rtl' }

/** The words of one widget in one language: what is missing in it is shown in English. */
export type Words = Readonly<Record<string, unknown>> & Partial<WordsLanguage>

/** What a component takes to say something in another language than English. */
export type Translated = { words?: Words | null | undefined }

/** English keeps the direction of the page, because the network's own texts may be in any language. */
export function setLanguage(box: HTMLElement, words: Words | null | undefined): void {
  box.lang = words?.lang ?? 'en'
  box.dir = words?.dir ?? ''
}

/** What a component says, in the language of the widget; what that does not have is in English. */
export function translate<English extends object>(
  english: English,
  words: Translated['words']
): English & Words {
  return { ...english, ...words }
}
