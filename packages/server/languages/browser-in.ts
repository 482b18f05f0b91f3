import type { Texts } from './texts.ts'

export type BrowserParts = { browser: string | null; system: string | null }

/** `Firefox on Linux`, as the language says it. */
export function browserIn({ browser, system }: BrowserParts, { browsers }: Texts): string {
  if (browser !== null && system !== null) return browsers.browserOn({ browser, system })
  return browser ?? system ?? browsers.unknown
}
