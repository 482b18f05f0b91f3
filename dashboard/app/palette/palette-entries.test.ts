import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entriesFor } from './palette-entries.ts'

/** Pages for visitors, and pages that open only with a secret link. The search does not list them. */
const notSearched = [
  '/ad-solutions',
  '/publishers',
  '/crypto-affiliate-program',
  '/user/sign_in',
  '/user/confirm',
  '/unsubscribe',
  '/about-ad',
  // Pages that need the offer or site from which the user comes.
  '/publication_orders/new',
  '/marketplace/become_publisher'
]

const addressesFor = (roles: string[]) =>
  entriesFor('', [], roles)
    .flatMap(group => group.items)
    .flatMap(it => ('href' in it ? [it.href] : []))

test('every page that has an address of its own is found, those of operators by operators alone', () => {
  const routes = readFileSync(join(import.meta.dirname, '../routes.ts'), 'utf8')
  const pages = [...routes.matchAll(/route\('([^':*]+?)(?:\/:id\?)?', '/g)].map(
    ([, it]) => `/${it}`
  )
  expect(pages.length).toBeGreaterThan(35)
  const own = pages.filter(it => !it.startsWith('/admin') && !notSearched.includes(it))
  expect(addressesFor([])).toEqual(expect.arrayContaining(own))
  expect(addressesFor([]).filter(it => it.startsWith('/admin'))).toEqual([])
  expect(addressesFor(['admin'])).toEqual(
    expect.arrayContaining(pages.filter(it => !notSearched.includes(it)))
  )
})

test('an operator with one role finds the pages that this role opens', () => {
  expect(addressesFor(['reviewer']).filter(it => it.startsWith('/admin'))).toEqual([
    '/admin/creatives',
    '/admin/reports',
    '/admin/sites',
    '/admin/offers'
  ])
  expect(addressesFor(['reviewer'])).not.toContain('/reports?side=network')
})

test('without a question the newest are before the pages, with one after them', () => {
  const found = [{ kind: 'campaign' as const, id: '5', name: null }]
  const labelsOf = (query: string) => entriesFor(query, found, []).map(it => it.label)
  expect(labelsOf('')).toEqual(['Actions', 'Campaigns', 'Pages', 'More'])
  expect(labelsOf('campaigns')).toEqual(['Pages', 'Campaigns'])
})

test('what has no name is called by its kind and ID, and a site leads to its report', () => {
  const found = (['campaign', 'ad_unit', 'site', 'person'] as const).map(kind => ({
    kind,
    id: '5',
    name: kind === 'site' ? 'blog.example' : null
  }))
  expect(entriesFor('5', found, ['admin']).flatMap(it => it.items)).toEqual([
    { label: 'Campaign 5', href: '/campaigns/5' },
    { label: 'Ad unit 5', href: '/ad-units/5' },
    { label: 'blog.example', href: '/reports?side=publisher&site=5&by=day' },
    { label: 'Account 5', href: '/admin/users/5' }
  ])
})
