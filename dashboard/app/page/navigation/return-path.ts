import { type Flash, flashes, paths } from '@mille/api/constants.ts'
import { withoutLanguage } from './language-prefix.ts'

/** The sign-in page that leads back to `path` afterwards. */
export function signInPath(path: string, flash?: Flash): string {
  const query = new URLSearchParams()
  if (flash) query.set('flash', flash)
  if (path !== '/') query.set('return_to', path)
  const text = query.toString()
  return text === '' ? paths.signIn : `${paths.signIn}?${text}`
}

/** Where to go after signing in, without a language: the router adds that of the page. Only paths of this site: a link from elsewhere may have filled in anything. */
export function readReturnPath(search: URLSearchParams): string {
  const path = search.get('return_to') ?? '/'
  const base = 'https://mille.invalid'
  if (!URL.canParse(path, base) || !path.startsWith('/')) return '/'
  const url = new URL(path, base)
  const found = withoutLanguage(url.pathname) + url.search
  // “/.//site” is another site's address once its dot is gone.
  return url.origin === base && !found.startsWith('//') ? found : '/'
}

export function readFlash(search: URLSearchParams): Flash | null {
  return flashes.find(flash => flash === search.get('flash')) ?? null
}
