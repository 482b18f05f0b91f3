import { type BrowserParts, browserIn } from '../languages/browser-in.ts'
import { textsIn } from '../languages/texts.ts'

// The order matters because browsers also name the browsers that they imitate in their user agent.
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

/** Returns a readable name such as `Firefox on Linux`, or the user agent itself if it is not recognized. */
export function browserName(userAgent: string): string {
  const parts = browserParts(userAgent)
  return parts ? browserIn(parts, textsIn('en')) : userAgent.slice(0, 60).trim()
}

/**
 * Returns the names of the browser and its operating system, which are the same in every language; null if they are not
 * recognized, so that the header is shown unchanged.
 */
export function browserParts(userAgent: string): BrowserParts | null {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  return browser || system || userAgent.trim() === '' ? { browser, system } : null
}

function nameIn(names: readonly [RegExp, string][], userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}
