import type { TranslatedLanguage } from '@mille/api/reference-data/languages.ts'

/** Each language's name in that language. */
export const languageNames: Readonly<Record<TranslatedLanguage, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
  zh: '中文',
  ar: 'العربية'
}
