import type { Texts } from './texts.ts'

export type BrowserParts = { browser: string | null; system: string | null }

/** Returns the browser and system in the language's wording, such as `Firefox on Linux`. */
export function browserIn({ browser, system }: BrowserParts, { browsers }: Texts): string {
  if (browser !== null && system !== null) return browsers.browserOn({ browser, system })
  return browser ?? system ?? browsers.unknown
}
