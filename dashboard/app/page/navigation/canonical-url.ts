/**
 * Returns the canonical address of a page: https, host and path, without query or hash. A language prefix is added
 * unless the language is the default.
 */
export function canonicalUrl(publicUrl: string, path: string, language = 'en'): string {
  const prefix = language === 'en' || language === 'default' ? '' : `/${language}`
  return `https://${new URL(publicUrl).host}${prefix}${path}`
}
