import { matchesWords } from '@mille/stores/own-search/matches-words.ts'
import type { Found, FoundKind } from '@mille/stores/own-search/own-search.ts'
import { networkReport, opensAddress, placesFor } from '../admin/admin-places.ts'
import { shellMessages } from '../shell/messages.ts'
import { paletteMessages as messages, shortcutMessages } from './messages.ts'

/** A search result: a page to open or an action. */
export type Entry = {
  /** What the entry belongs to, if its name alone is not clear. */
  detail?: string
  label: string
} & ({ href: string } | { act: ActionName })
export type ActionName = 'system' | 'light' | 'dark' | 'shortcuts' | 'signOut'

export type EntryGroup = { label: string; items: readonly Entry[] }

const actions: readonly Entry[] = [
  { label: messages.newCampaign, href: '/campaigns/quick' },
  { label: messages.newAdUnit, href: '/ad-units/quick' },
  { label: messages.deposit, href: '/finances/deposit' },
  { label: messages.withdraw, href: '/finances/withdraw' }
]

const pages: readonly Entry[] = [
  { label: shellMessages.overview, href: '/overview' },
  { label: shellMessages.campaigns, href: '/campaigns' },
  { label: shellMessages.adUnits, href: '/ad-units' },
  { label: messages.blockedAds, href: '/ad-units/blocking' },
  { label: messages.approveAds, href: '/ad-units/approval' },
  { label: messages.approvedAds, href: '/ad-units/approved' },
  { label: shellMessages.reports, href: '/reports' },
  { label: messages.partnerReport, href: '/reports/partners' },
  ...within(messages.allSettings, [
    { label: messages.newCampaign, href: '/campaigns/new' },
    { label: messages.newAdUnit, href: '/ad-units/new' }
  ]),
  ...within(shellMessages.finances, [
    { label: shellMessages.overview, href: '/finances' },
    { label: messages.history, href: '/finances/history' },
    { label: messages.statement, href: '/finances/statement' }
  ]),
  ...within(shellMessages.marketplace, [
    { label: messages.catalog, href: '/marketplace' },
    { label: messages.orders, href: '/publication_orders' },
    { label: messages.ownOffers, href: '/publication_offers' }
  ]),
  { label: messages.notifications, href: '/notifications' },
  ...within(shellMessages.settings, [
    { label: messages.account, href: '/settings' },
    { label: messages.notifications, href: '/settings/notifications' },
    { label: messages.team, href: '/settings/team' },
    { label: messages.apiKeys, href: '/settings/api-keys' }
  ]),
  { label: messages.suggestions, href: '/suggestions' },
  { label: shellMessages.books, href: '/books' },
  { label: shellMessages.transparency, href: '/transparency' },
  { label: shellMessages.verify, href: '/verify' }
]

/** Returns the pages that an operator with these roles may open. */
function operatorPages(roles: readonly string[]): Entry[] {
  const network = opensAddress(roles, networkReport.href) ? [networkReport] : []
  return within(shellMessages.admin, [...placesFor(roles), ...network])
}

const more: readonly Entry[] = [
  { label: messages.themes.light, act: 'light' },
  { label: messages.themes.dark, act: 'dark' },
  { label: messages.themes.system, act: 'system' },
  { label: shortcutMessages.title, act: 'shortcuts' },
  { label: shellMessages.chat, href: '#live-chat' },
  { label: shellMessages.signOut, act: 'signOut' }
]

const addresses: Record<FoundKind, (id: string) => string> = {
  campaign: id => `/campaigns/${id}`,
  ad_unit: id => `/ad-units/${id}`,
  // A site has no page of its own, so its result opens the site's report.
  site: id => `/reports?side=publisher&site=${id}&by=day`,
  person: id => `/admin/users/${id}`
}

/** Returns the results for a query. Without a query, the user's newest items come before all pages. */
export function entriesFor(
  query: string,
  found: readonly Found[],
  roles: readonly string[]
): EntryGroup[] {
  const question = query.trim()
  const matching = (label: string, entries: readonly Entry[]) => ({
    label,
    items: entries.filter(it => matchesWords(`${it.detail ?? ''} ${it.label}`, question))
  })
  const own = (Object.keys(addresses) as FoundKind[]).map(kind => ({
    label: messages.kinds[kind],
    items: found.filter(it => it.kind === kind).map(entryOf)
  }))
  const rest = [
    matching(messages.pages, [...pages, ...operatorPages(roles)]),
    matching(messages.more, more)
  ]
  return [
    matching(messages.actions, actions),
    ...(question === '' ? [...own, ...rest] : [...rest, ...own])
  ].filter(it => it.items.length > 0)
}

export function entryKey(entry: Entry): string {
  return 'href' in entry ? `${entry.href} ${entry.label}` : entry.act
}

function entryOf({ kind, id, name }: Found): Entry {
  return { label: name ?? messages.unnamed[kind](id), href: addresses[kind](id) }
}

function within(detail: string, places: readonly { label: string; href: string }[]): Entry[] {
  return places.map(({ label, href }) => ({ label, href, detail }))
}
