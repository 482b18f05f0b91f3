import type { DeviceSystem } from '@mille/api/constants.ts'
import type { Device } from '../event-log/record.ts'

/** Televisions, game consoles, watches and VR headsets, regardless of the system that the user agent names. */
const otherDevices =
  /TV\b|CrKey|Roku|Web0S|BRAVIA|\bAFT[A-Z0-9]{1,6}\b|PlayStation|Xbox|Nintendo|OculusBrowser|\bWatch\b/

/** The first pattern that matches counts. Android also says Linux, and Windows Phone also said Android and iPhone. */
const systems: readonly (readonly [RegExp, DeviceSystem])[] = [
  [/Windows Phone|KAIOS|Tizen|OpenHarmony|Web0S|PlayStation|Xbox|Nintendo|Roku/, 'other'],
  [/Windows/, 'windows'],
  [/\bCrOS\b/, 'chromeos'],
  [/iPhone|iPad|iPod/, 'ios'],
  // None of these browsers runs on a Mac: they are on an iPad, which claims to be a Mac.
  [/Macintosh.*(?:CriOS|FxiOS|EdgiOS|OPiOS|Mobile)\//, 'ios'],
  [/Android/, 'android'],
  [/Macintosh/, 'macos'],
  [/Linux|Ubuntu/, 'linux']
]

/** Platform names as Chromium writes them in `Sec-CH-UA-Platform`. */
const platforms = new Map<string, DeviceSystem>([
  ['Android', 'android'],
  ['iOS', 'ios'],
  ['Windows', 'windows'],
  ['macOS', 'macos'],
  ['Linux', 'linux'],
  ['Chrome OS', 'chromeos'],
  ['Chromium OS', 'chromeos']
])

/**
 * Detects the device from the user agent alone. Safari on an iPad claims to be a Mac in every word, so it counts as a
 * computer.
 */
export function deviceOf(userAgent: string): Device {
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other'
  return { type: typeOf(userAgent, system), system }
}

function typeOf(userAgent: string, system: DeviceSystem): Device['type'] {
  if (otherDevices.test(userAgent)) return 'other'
  if (system === 'ios') return /iPad|Macintosh/.test(userAgent) ? 'tablet' : 'phone'
  if (system === 'windows' || system === 'macos' || system === 'chromeos') return 'computer'
  if (/\bTablet\b/.test(userAgent)) return 'tablet'
  if (/Mobile|Phone/.test(userAgent)) return 'phone'
  if (system === 'android') return 'tablet'
  return system === 'linux' || /X11|BSD/.test(userAgent) ? 'computer' : 'other'
}

/**
 * Client hints as the browser sent them (`Sec-CH-UA-Mobile`, `Sec-CH-UA-Platform`); null for each one that is missing.
 */
export type DeviceHints = { mobile: string | null; platform: string | null }

/**
 * Combines client hints with the user agent. Hints take precedence, because Chromium leaves out more and more of the
 * user agent. Only the user agent names televisions.
 */
export function withHints(said: Device, { mobile, platform }: DeviceHints): Device {
  if (mobile === null && platform === null) return said
  const system = platforms.get((platform ?? '').replaceAll('"', '')) ?? said.system
  if (said.type === 'other') return { type: 'other', system }
  if (mobile === '?1') return { type: 'phone', system }
  if (mobile !== '?0') return { type: said.type, system }
  return { type: system === 'android' || system === 'ios' ? 'tablet' : 'computer', system }
}
