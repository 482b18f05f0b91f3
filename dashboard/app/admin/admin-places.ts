import type { DividedRole } from '@mille/api/may-operate.ts'
import { mayOperate } from '@mille/api/may-operate.ts'
import { adminMessages as messages } from './admin-messages.ts'

/** A page, with the roles besides `admin` that may make every call the page cannot do without. */
export type Place = { href: string; label: string; roles?: readonly DividedRole[] }
type Group = { title: string; places: readonly Place[] }

export const home: Place = { href: '/admin', label: messages.home }

/** The report about the whole network, which is a page outside of `/admin`. */
export const networkReport: Place = {
  href: '/reports?side=network',
  label: messages.networkReport
}

const groups: readonly Group[] = [
  {
    title: messages.review,
    places: [
      { href: '/admin/creatives', label: messages.creatives, roles: ['reviewer'] },
      { href: '/admin/reports', label: messages.reports, roles: ['reviewer'] },
      { href: '/admin/sites', label: messages.sites, roles: ['reviewer'] },
      { href: '/admin/offers', label: messages.offers, roles: ['reviewer'] },
      { href: '/admin/disputes', label: messages.disputes }
    ]
  },
  {
    title: messages.peopleGroup,
    places: [
      { href: '/admin/users', label: messages.people, roles: ['support', 'finance'] },
      { href: '/admin/chat', label: messages.chat, roles: ['support'] },
      { href: '/admin/announcements', label: messages.announcements },
      { href: '/admin/suggestions', label: messages.suggestions, roles: ['support'] }
    ]
  },
  {
    title: messages.money,
    places: [
      { href: '/admin/payouts', label: messages.payouts, roles: ['finance'] },
      { href: '/admin/lightning', label: messages.lightning, roles: ['finance'] },
      { href: '/admin/coupons', label: messages.coupons }
    ]
  },
  {
    title: messages.network,
    places: [
      { href: '/admin/traffic', label: messages.traffic, roles: ['finance'] },
      { href: '/admin/settings', label: messages.settings },
      { href: '/admin/legal', label: messages.legal },
      { href: '/admin/audit', label: messages.audit },
      { href: '/admin/health', label: messages.health }
    ]
  }
]

const mayOpen =
  (own: readonly string[]) =>
  ({ roles = [] }: Place) =>
    mayOperate({ auth: 'admin', roles }, own)

/** Returns the groups of pages that an operator with these roles may open. */
export function groupsFor(roles: readonly string[]): Group[] {
  return groups
    .map(({ title, places }) => ({ title, places: places.filter(mayOpen(roles)) }))
    .filter(it => it.places.length > 0)
}

/** Returns all pages that these roles may open, the home page first; none without an operator role. */
export function placesFor(roles: readonly string[]): Place[] {
  return [...[home].filter(mayOpen(roles)), ...groupsFor(roles).flatMap(it => it.places)]
}

/** A page contains the addresses below its own. The home page is only its own address. */
export function isWithin({ href }: Place, address: string): boolean {
  return address === href || (href !== home.href && address.startsWith(`${href}/`))
}

/** Returns whether these roles open the operator page at an address. */
export function opensAddress(roles: readonly string[], address: string): boolean {
  if (address.startsWith(networkReport.href)) return mayOpen(roles)(networkReport)
  return placesFor(roles).some(it => isWithin(it, address))
}

/** The candidates for an operator's start page, in order of preference. */
const starts = ['/admin', '/admin/creatives', '/admin/payouts', '/admin/chat']

export function startFor(roles: readonly string[]): string | null {
  const open = placesFor(roles).map(it => it.href)
  return starts.find(it => open.includes(it)) ?? open[0] ?? null
}
