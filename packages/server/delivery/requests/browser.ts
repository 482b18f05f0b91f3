import { isbot } from 'isbot'
import type { Device } from '../event-log/record.ts'
import { deviceOf } from './device.ts'

/** What a user agent says of a browser, versions as it writes them. */
export type Browser = {
  /** Whether it is a program that says so. Every browser names itself. */
  isDeclaredBot: boolean
  /** Of Chrome or Firefox. */
  version: string | undefined
  /** Of Chrome or Chromium. */
  chromium: string | undefined
  device: Device
}

const mostKnown = 10_000
const longestKnown = 300
/** Millions of people share some thousands of them, and to read one takes as long as to check a signature. */
const known = new Map<string, Browser>()

export function readBrowser(userAgent: string): Browser {
  const found = known.get(userAgent)
  if (found) return found
  const browser = {
    isDeclaredBot: userAgent === '' || isbot(userAgent),
    version: /\b(?:Chrome|Firefox)\/(\d{1,4})\b/.exec(userAgent)?.[1],
    chromium: /\bChrom(?:e|ium)\/(\d{1,4})\b/.exec(userAgent)?.[1],
    device: deviceOf(userAgent)
  }
  if (userAgent.length > longestKnown) return browser
  // A sender that makes up user agents only makes others wait some microseconds, and takes no memory.
  if (known.size >= mostKnown) known.clear()
  known.set(userAgent, browser)
  return browser
}
