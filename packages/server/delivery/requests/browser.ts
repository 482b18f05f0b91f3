import { isbot } from 'isbot'
import type { Device } from '../event-log/record.ts'
import { deviceOf } from './device.ts'

/** What a user agent says about its browser. Versions are written as in the user agent. */
export type Browser = {
  /** Whether the user agent says that it is an automated program. Every real browser names itself. */
  isDeclaredBot: boolean
  /** Version of Chrome or Firefox. */
  version: string | undefined
  /** Version of Chrome or Chromium. */
  chromium: string | undefined
  device: Device
}

const mostKnown = 10_000
const longestKnown = 300
/**
 * Parsed user agents. Millions of people share a few thousand of them, and parsing one takes as long as checking a
 * signature.
 */
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
  // A sender that makes up user agents costs others only a few microseconds and no memory.
  if (known.size >= mostKnown) known.clear()
  known.set(userAgent, browser)
  return browser
}
