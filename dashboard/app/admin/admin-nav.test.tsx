import { listReportedCreatives } from '@mille/api/ad-reports/endpoints.ts'
import * as admin from '@mille/api/admin/endpoints.ts'
import { listAnnouncements } from '@mille/api/announcements/endpoints.ts'
import { listCoupons } from '@mille/api/coupons/endpoints.ts'
import { reviewEarnings } from '@mille/api/earnings/endpoints.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { readInvalidTraffic } from '@mille/api/invalid-traffic/endpoints.ts'
import { listLegalTexts } from '@mille/api/legal/endpoints.ts'
import { listDisputes, listPendingOffers } from '@mille/api/marketplace/endpoints.ts'
import { dividedRoles, mayOperate } from '@mille/api/may-operate.ts'
import {
  listQueuedDeposits,
  readLightningNode,
  readPayoutReview
} from '@mille/api/payments/endpoints.ts'
import { listSettings } from '@mille/api/settings/endpoints.ts'
import { listConversations, listModeratedSuggestions } from '@mille/api/support/endpoints.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { AdminNav } from './admin-nav.tsx'
import { placesFor, startFor } from './admin-places.ts'
import type { Queue } from './queue-places.ts'

const queue = (name: Queue['name'], waiting: number) => ({ name, waiting, oldest_at: null })

function show(path: string, queues: Queue[] = [], roles: string[] = ['admin']): HTMLElement {
  const frame = document.createElement('div')
  frame.innerHTML = renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <AdminNav queues={queues} roles={roles} />
    </MemoryRouter>
  )
  return frame
}

test.each([
  ['/admin', '/admin'],
  ['/admin/creatives', '/admin/creatives'],
  ['/admin/disputes/7', '/admin/disputes'],
  ['/admin/chat', '/admin/chat']
])('%s is in one place of the navigation, which names it where it is folded', (path, href) => {
  const navigation = show(path)
  const current = [...navigation.querySelectorAll('[aria-current="page"]')]
  expect(current.map(it => it.getAttribute('href'))).toEqual([href])
  expect(navigation.querySelector('summary strong')?.textContent).toBe(
    current[0]?.textContent?.trim()
  )
})

test('each page has what waits on it beside its name, in its group', () => {
  const navigation = show('/admin', [
    queue('deposits', 1),
    queue('withdrawals', 2),
    queue('conversations', 3),
    queue('letters', 1_000),
    queue('sites', 0)
  ])
  const groups = [...navigation.querySelectorAll('ul')].map(list => {
    const title = list.getAttribute('aria-labelledby')
    const name = [...navigation.querySelectorAll('p')].find(it => it.id === title)?.textContent
    return [name ?? '', [...list.querySelectorAll('a')].map(it => it.textContent?.trim())]
  })
  expect(Object.fromEntries(groups)).toEqual({
    '': ['Home'],
    Review: ['Creatives', 'Reported ads', 'Sites', 'Offers', 'Disputes'],
    People: ['People', 'Chat 1,003 waiting', 'Announcements', 'Suggestions'],
    Money: ['Payouts 3 waiting', 'Lightning', 'Coupons'],
    Network: ['Invalid traffic', 'Settings', 'Legal pages', 'Audit log', 'Health']
  })
})

test.each([
  ['reviewer', '/admin/creatives', ['Creatives', 'Reported ads', 'Sites', 'Offers']],
  ['support', '/admin/chat', ['People', 'Chat', 'Suggestions']],
  ['finance', '/admin/payouts', ['People', 'Payouts', 'Lightning', 'Invalid traffic']]
])('%s begins at %s and is shown only the pages of that role', (role, start, labels) => {
  const navigation = show(start, [], [role])
  expect([...navigation.querySelectorAll('a')].map(it => it.textContent?.trim())).toEqual(labels)
  expect(startFor([role])).toBe(start)
})

test('several roles open the pages of each, and none opens nothing', () => {
  expect(placesFor(['support', 'finance']).map(it => it.href)).toEqual([
    '/admin/users',
    '/admin/chat',
    '/admin/suggestions',
    '/admin/payouts',
    '/admin/lightning',
    '/admin/traffic'
  ])
  expect(startFor([])).toBeNull()
  expect(startFor(['admin', 'reviewer'])).toBe('/admin')
})

/** The API calls that each page cannot do without. */
const reads: Record<string, readonly AnyEndpoint[]> = {
  '/admin': [admin.readHome],
  '/admin/creatives': [admin.readReviewQueue],
  '/admin/reports': [listReportedCreatives],
  '/admin/sites': [admin.listSiteQueue],
  '/admin/offers': [listPendingOffers],
  '/admin/disputes': [listDisputes],
  '/admin/users': [admin.listPeople],
  '/admin/chat': [listConversations],
  '/admin/announcements': [listAnnouncements],
  '/admin/suggestions': [listModeratedSuggestions],
  '/admin/payouts': [readPayoutReview, listQueuedDeposits],
  '/admin/lightning': [readLightningNode],
  '/admin/coupons': [listCoupons],
  '/admin/traffic': [readInvalidTraffic, reviewEarnings],
  '/admin/settings': [listSettings],
  '/admin/legal': [listLegalTexts],
  '/admin/audit': [admin.readAuditLog],
  '/admin/health': [admin.readHealth]
}

test.each(['admin', ...dividedRoles])('the pages of %s are those whose calls it may make', role => {
  expect(
    placesFor([role])
      .map(it => it.href)
      .toSorted()
  ).toEqual(
    Object.keys(reads)
      .filter(href => reads[href]?.every(it => mayOperate(it, [role])))
      .toSorted()
  )
})
