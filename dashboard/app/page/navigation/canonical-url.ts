/** The one address of a page: https, host and path; no query, no hash; a language's prefix unless it is the default. */
export function canonicalUrl(publicUrl: string, path: string, language = 'en'): string {
  const prefix = language === 'en' || language === 'default' ? '' : `/${language}`
  return `https://${new URL(publicUrl).host}${prefix}${path}`
}
