import { type Flash, flashes, paths } from '@mille/api/constants.ts'
import { withoutLanguage } from './language-prefix.ts'

/** Returns the address of the sign-in page that returns to `path` afterwards. */
export function signInPath(path: string, flash?: Flash): string {
  const query = new URLSearchParams()
  if (flash) query.set('flash', flash)
  if (path !== '/') query.set('return_to', path)
  const text = query.toString()
  return text === '' ? paths.signIn : `${paths.signIn}?${text}`
}

/**
 * Returns where to go after signing in, without the language prefix, which the router adds. Accepts only paths of this
 * site, because a foreign link may contain any value.
 */
export function readReturnPath(search: URLSearchParams): string {
  const path = search.get('return_to') ?? '/'
  const base = 'https://mille.invalid'
  if (!URL.canParse(path, base) || !path.startsWith('/')) return '/'
  const url = new URL(path, base)
  const found = withoutLanguage(url.pathname) + url.search
  // `/.//site` would become another site's address once the dot is removed.
  return url.origin === base && !found.startsWith('//') ? found : '/'
}

export function readFlash(search: URLSearchParams): Flash | null {
  return flashes.find(flash => flash === search.get('flash')) ?? null
}
