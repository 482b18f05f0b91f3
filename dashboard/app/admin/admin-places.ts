import { listReportedCreatives } from '@mille/api/ad-reports/endpoints.ts'
import * as admin from '@mille/api/admin/endpoints.ts'
import { listAnnouncements } from '@mille/api/announcements/endpoints.ts'
import { listCoupons } from '@mille/api/coupons/endpoints.ts'
import { reviewEarnings } from '@mille/api/earnings/endpoints.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { readInvalidTraffic } from '@mille/api/invalid-traffic/endpoints.ts'
import { listDisputes, listPendingOffers } from '@mille/api/marketplace/endpoints.ts'
import { mayOperate } from '@mille/api/operator-roles.ts'
import { listQueuedDeposits, readPayoutReview } from '@mille/api/payments/endpoints.ts'
import { listSettings } from '@mille/api/settings/endpoints.ts'
import { listConversations, listModeratedSuggestions } from '@mille/api/support/endpoints.ts'
import { adminMessages as messages } from './admin-messages.ts'

/** A page, with the calls without which it cannot be shown. */
export type Place = { href: string; label: string; reads: readonly AnyEndpoint[] }
type Group = { title: string; places: readonly Place[] }

export const home: Place = { href: '/admin', label: messages.home, reads: [admin.readHome] }

const groups: readonly Group[] = [
  {
    title: messages.review,
    places: [
      { href: '/admin/creatives', label: messages.creatives, reads: [admin.readReviewQueue] },
      { href: '/admin/reports', label: messages.reports, reads: [listReportedCreatives] },
      { href: '/admin/sites', label: messages.sites, reads: [admin.listSiteQueue] },
      { href: '/admin/offers', label: messages.offers, reads: [listPendingOffers] },
      { href: '/admin/disputes', label: messages.disputes, reads: [listDisputes] }
    ]
  },
  {
    title: messages.peopleGroup,
    places: [
      { href: '/admin/users', label: messages.people, reads: [admin.listPeople] },
      { href: '/admin/chat', label: messages.chat, reads: [listConversations] },
      { href: '/admin/announcements', label: messages.announcements, reads: [listAnnouncements] },
      { href: '/admin/suggestions', label: messages.suggestions, reads: [listModeratedSuggestions] }
    ]
  },
  {
    title: messages.money,
    places: [
      {
        href: '/admin/payouts',
        label: messages.payouts,
        reads: [readPayoutReview, listQueuedDeposits]
      },
      { href: '/admin/coupons', label: messages.coupons, reads: [listCoupons] }
    ]
  },
  {
    title: messages.network,
    places: [
      {
        href: '/admin/traffic',
        label: messages.traffic,
        reads: [readInvalidTraffic, reviewEarnings]
      },
      { href: '/admin/settings', label: messages.settings, reads: [listSettings] },
      { href: '/admin/audit', label: messages.audit, reads: [admin.readAuditLog] },
      { href: '/admin/health', label: messages.health, reads: [admin.readHealth] }
    ]
  }
]

const mayOpen = (roles: readonly string[]) => (place: Place) =>
  place.reads.every(it => mayOperate(it, roles))

/** The pages that an operator with these roles may open, in their groups. */
export function groupsFor(roles: readonly string[]): Group[] {
  return groups
    .map(({ title, places }) => ({ title, places: places.filter(mayOpen(roles)) }))
    .filter(it => it.places.length > 0)
}

/** All of them, the home first; none without a role. */
export function placesFor(roles: readonly string[]): Place[] {
  return [...[home].filter(mayOpen(roles)), ...groupsFor(roles).flatMap(it => it.places)]
}

/** Where the work of each role begins. */
const starts = ['/admin', '/admin/creatives', '/admin/payouts', '/admin/chat']

export function startFor(roles: readonly string[]): string | null {
  const open = placesFor(roles).map(it => it.href)
  return starts.find(it => open.includes(it)) ?? open[0] ?? null
}
