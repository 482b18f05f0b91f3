import { type BrowserParts, browserIn } from '../languages/browser-in.ts'
import { textsIn } from '../languages/texts.ts'

// The order matters: each names itself after those that it wants to be taken for.
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari']
]
const systems: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux']
]

/** A name for people, such as `Firefox on Linux`; what cannot be told is given as it came. */
export function browserName(userAgent: string): string {
  const parts = browserParts(userAgent)
  return parts ? browserIn(parts, textsIn('en')) : userAgent.slice(0, 60).trim()
}

/**
 * The names of the browser and its system, which are the same in every language; null if there are none, so that the
 * header is shown as it came.
 */
export function browserParts(userAgent: string): BrowserParts | null {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  return browser || system || userAgent.trim() === '' ? { browser, system } : null
}

function nameIn(names: readonly [RegExp, string][], userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}
