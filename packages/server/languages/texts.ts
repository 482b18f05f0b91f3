import {
  type TranslatedLanguage,
  translatedLanguages
} from '@mille/api/reference-data/languages.ts'
import { texts as arabic } from './ar/account-emails.ts'
import { texts as arabicNotifications } from './ar/notifications.ts'
import { texts as german } from './de/account-emails.ts'
import { texts as germanNotifications } from './de/notifications.ts'
import * as english from './en/account-emails.ts'
import * as englishNotifications from './en/notifications.ts'
import { texts as spanish } from './es/account-emails.ts'
import { texts as spanishNotifications } from './es/notifications.ts'
import { texts as french } from './fr/account-emails.ts'
import { texts as frenchNotifications } from './fr/notifications.ts'
import { texts as japanese } from './ja/account-emails.ts'
import { texts as japaneseNotifications } from './ja/notifications.ts'
import { texts as portuguese } from './pt/account-emails.ts'
import { texts as portugueseNotifications } from './pt/notifications.ts'
import type { Translation } from './translation.ts'
import { texts as chinese } from './zh/account-emails.ts'
import { texts as chineseNotifications } from './zh/notifications.ts'

export type Texts = Translation<typeof english & typeof englishNotifications>

const all: Readonly<Record<TranslatedLanguage, Texts>> = {
  en: { ...english, ...englishNotifications },
  de: { ...german, ...germanNotifications },
  es: { ...spanish, ...spanishNotifications },
  fr: { ...french, ...frenchNotifications },
  pt: { ...portuguese, ...portugueseNotifications },
  ja: { ...japanese, ...japaneseNotifications },
  zh: { ...chinese, ...chineseNotifications },
  ar: { ...arabic, ...arabicNotifications }
}

/** Returns everything that is sent to a person, in their language. */
export function textsIn(language: TranslatedLanguage): Texts {
  return all[language]
}

/** Returns the language that a person has chosen, or null if none. */
export function chosenLanguage(locale: string | null | undefined): TranslatedLanguage | null {
  return translatedLanguages.find(it => it === locale) ?? null
}

/** Returns the language in which to write to a person: English if they have chosen none. */
export function languageOf(locale: string | null | undefined): TranslatedLanguage {
  return chosenLanguage(locale) ?? 'en'
}

export function directionOf(language: TranslatedLanguage): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
