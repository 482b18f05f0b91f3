import { languages } from '@mille/api/reference-data/languages.ts'

/**
 * Returns the language prefix of an address, such as `pt` of `/pt/marketplace`. All texts are English so far; the
 * prefix is ready for future languages and stays in every link of the page.
 */
export function languageOfPath(pathname: string): string | null {
  const [, first = ''] = pathname.split('/')
  return languages.find(code => code === first) ?? null
}

/** Returns the address without its language prefix. */
export function withoutLanguage(pathname: string): string {
  const language = languageOfPath(pathname)
  return language === null ? pathname : pathname.slice(language.length + 1) || '/'
}

/** Adds the current page's language prefix to a path, for links that do not use the router. */
export function inLanguage(path: string, pathname: string): string {
  const language = languageOfPath(pathname)
  return language === null ? path : `/${language}${path}`
}

/** Returns whether the page is translated into this language. Search engines see only translated pages. */
export function isTranslated(language: string | null): boolean {
  return language === null || language === 'en'
}
