import { type Flash, flashes, paths } from '@mille/api/paths.ts'
import { withoutLanguage } from './language-prefix.ts'

/** Where people who are signed in begin. New accounts find their first steps there. */
const startPath = '/overview'
/** Pages that only explain to visitors why they should sign up. */
const pitches: ReadonlySet<string> = new Set(['/', '/ad-solutions', '/publishers'])

/**
 * Returns the page to open after a sign-in over the page at `pathname`, or null if that page continues to be shown: it
 * may hold what the person was doing.
 */
export function pathAfterSignIn(pathname: string): string | null {
  return pitches.has(pathname.replace(/(.)\/$/, '$1')) ? startPath : null
}

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
  const path = search.get('return_to') ?? startPath
  const base = 'https://mille.invalid'
  if (!URL.canParse(path, base) || !path.startsWith('/')) return startPath
  const url = new URL(path, base)
  const found = withoutLanguage(url.pathname) + url.search
  // `/.//site` would become another site's address once the dot is removed.
  const isOurs = url.origin === base && !found.startsWith('//')
  return isOurs ? (pathAfterSignIn(found) ?? found) : startPath
}

export function readFlash(search: URLSearchParams): Flash | null {
  return flashes.find(flash => flash === search.get('flash')) ?? null
}
