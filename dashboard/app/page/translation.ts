/** Languages that every text of the pages exists in; English is the base. */
export const translatedLanguages = ['en', 'de', 'es', 'fr', 'pt', 'ja', 'zh', 'ar'] as const
export type TranslatedLanguage = (typeof translatedLanguages)[number]

export const isTranslatedLanguage = (code: string): code is TranslatedLanguage =>
  translatedLanguages.some(it => it === code)

/** The texts of one file of messages by the names of its exports. */
export type FileTexts = Readonly<Record<string, object>>
/** Files by their path under `app`, without the ending: `campaigns/popup-messages`. */
export type Texts = Readonly<Record<string, FileTexts>>

/**
 * What a file under `languages/<language>` has to hold for an English file of messages: the same exports in the same shape.
 * `tone: 'positive'`, whose type is no plain `string`, is no text and stays as it is in English.
 */
export type Translation<File> = {
  [Name in keyof File as File[Name] extends string | ((...parameters: never[]) => unknown)
    ? never
    : Name]: Translated<File[Name]>
}

type Translated<Text> = Text extends string
  ? string
  : Text extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Translated<Result>
    : Text extends readonly (infer Item)[]
      ? readonly Translated<Item>[]
      : {
          [Key in keyof Text as IsText<Text[Key]> extends true ? Key : never]: Translated<Text[Key]>
        }

type IsText<Value> = Value extends string
  ? string extends Value
    ? true
    : false
  : Value extends number | boolean | null | undefined
    ? false
    : true

/** In a browser the language is fixed for the life of the document, whatever an extension does to its attribute. */
const ofDocument = (typeof document !== 'undefined' && document.documentElement.lang) || 'en'
let readLanguage = () => ofDocument

/** The language that is written in at the moment: of the page in a browser, of the request on the server. */
export const currentLanguage = (): string => readLanguage()

/** Lets the server find the language of a request, and a story choose its own. */
export function readLanguageFrom(read: () => string): void {
  readLanguage = read
}

const texts = new Map<string, Texts>()

export function addTexts(language: string, added: Texts): void {
  texts.set(language, { ...texts.get(language), ...added })
}

/**
 * The messages of a file in the language of the moment, read anew each time: `file` is its path under `app` without
 * the ending, `name` the name of the export. A single text must not be kept in a constant of a module.
 */
export function words<English extends object>(
  file: string,
  name: string,
  english: English
): English {
  return readable(english, () => texts.get(readLanguage())?.[file]?.[name])
}

type ByKey = Readonly<Record<string, unknown>>

function readable<English extends object>(
  english: English,
  readTranslated: () => object | undefined
): English {
  const all: Record<string, PropertyDescriptor> = {}
  for (const [key, value] of Object.entries(english)) {
    const translated = () => (readTranslated() as ByKey | undefined)?.[key]
    const group =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? readable(value, () => translated() as object | undefined)
        : undefined
    all[key] = { enumerable: true, get: () => group ?? translated() ?? value }
  }
  return Object.defineProperties({}, all) as English
}

type PluralForms = { [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & { other: string }

/** The form of a sentence that goes with a number: `plural('ar', days, { one: …, two: …, few: …, many: …, other: … })`. */
export function plural(language: string, count: number, forms: PluralForms): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other
}
