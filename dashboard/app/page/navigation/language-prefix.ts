import { languages } from '@mille/api/constants.ts'

/**
 * The language that an address begins with, such as `pt` of `/pt/marketplace`. Words are English whatever it is; the
 * prefix is there for the languages to come, and stays in every link of the page.
 */
export function languageOfPath(pathname: string): string | null {
  const [, first = ''] = pathname.split('/')
  return languages.find(code => code === first) ?? null
}

/** The address without its language. */
export function withoutLanguage(pathname: string): string {
  const language = languageOfPath(pathname)
  return language === null ? pathname : pathname.slice(language.length + 1) || '/'
}

/** The path under the language of the shown page, for addresses that do not go through the router. */
export function inLanguage(path: string, pathname: string): string {
  const language = languageOfPath(pathname)
  return language === null ? path : `/${language}${path}`
}

/** Search engines are shown a page in each language that it has words in. */
export function isTranslated(language: string | null): boolean {
  return language === null || language === 'en'
}
