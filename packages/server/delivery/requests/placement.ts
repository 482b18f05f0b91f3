import { type Decision, type Empty, needsExtras } from '@mille/api/delivery/protocol.ts'
import { parentsOf } from '@mille/api/host-names.ts'
import type { Unit } from '../choosing/inventory.ts'
import { linesOf } from './operator-file.ts'

type Site = NonNullable<Unit['site']>
export type Misplaced = 'blocked_referrer' | 'mismatched_site'

export type PlacementRules = {
  isBlockedHost: (host: string) => boolean
  /** Whether a page on the machine itself may show any ad unit, as in development. No one else can see such a page. */
  allowsLoopback: boolean
}

/**
 * Returns why an ad unit may not be shown on a page of a host, or null when it may. A page whose browser does not state
 * its address, such as one in a sandboxed frame, is allowed: a liar would just claim the right host.
 */
export function whyMisplaced(
  unit: Unit,
  host: string | null,
  { isBlockedHost, allowsLoopback }: PlacementRules
): Misplaced | null {
  if (host === null) return null
  if (isBlockedHost(host)) return 'blocked_referrer'
  if (allowsLoopback && isLoopback(host)) return null
  return unit.site && !isWithin(host, homeOf(unit.site)) ? 'mismatched_site' : null
}

const maxHosts = 10_000
/** Parsed hosts. The same pages send requests again and again, and parsing a URL takes as long as choosing an ad. */
const hosts = new Map<string, string | null>()

/**
 * Returns the host name of the page that requests an ad, as its browser states it in `Origin` or else `Referer`; null
 * when neither header states it.
 */
export function pageHost(origin: string | undefined, referrer: string | undefined): string | null {
  const stated = origin === undefined || origin === 'null' ? referrer : origin
  if (stated === undefined) return null
  let host = hosts.get(stated)
  if (host === undefined) {
    host = URL.parse(stated)?.hostname.replace(/\.$/, '') || null
    // A sender that makes up hosts costs others only a microsecond and no memory.
    if (hosts.size >= maxHosts) hosts.clear()
    hosts.set(stated, host)
  }
  return host
}

/** Reads one host per line; each host includes its subdomains. */
export function parseHosts(text: string): (host: string) => boolean {
  const hosts = new Set(
    linesOf(text).map(({ number, line }) => {
      const url = `https://${line}`
      if (/[^\p{L}\p{N}.-]/u.test(line) || !URL.canParse(url))
        throw new Error(`line ${number} is not a host name: ${line}`)
      // Normalizes the host as browsers state it: in lowercase, with other alphabets in Punycode.
      return new URL(url).hostname
    })
  )
  return host => hosts.size > 0 && parentsOf(host).some(it => hosts.has(it))
}

/** Returns the response for a page that may not show the ad unit, or for a visitor from an internal address. */
export function refuse(decision: Decision, reason: Misplaced | 'inside_address'): Empty {
  const { unit, size, position, stickySide, colors, look, font, label } = decision
  const place = { unit, size, position, stickySide, colors, look, font, label }
  return {
    filled: false,
    ...place,
    reason,
    detail: { reason },
    ...(needsExtras({ reason }) && { extras: true })
  }
}

/**
 * Returns a site's domain without `www.` and port: a site that was verified as www.example.com may also show ads on
 * example.com. Ports occur only in development.
 */
function homeOf(site: Site): string {
  let home = homes.get(site)
  if (home === undefined) {
    home = site.domain.replace(/:\d+$/, '').replace(/^www\./, '')
    homes.set(site, home)
  }
  return home
}

/** Domains from `homeOf`, cached for as long as the inventory holds the unchanged site. */
const homes = new WeakMap<Site, string>()

function isWithin(host: string, home: string): boolean {
  return host === home || host.endsWith(`.${home}`)
}

/** Whether the host is this machine: `localhost`, `[::1]`, or an address that begins with `127.`. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
