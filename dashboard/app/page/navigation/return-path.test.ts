import { expect, test } from 'vitest'
import { pathAfterSignIn, readFlash, readReturnPath, signInPath } from './return-path.ts'

test('leads back to where the person was going', () => {
  const path = signInPath('/campaigns/7?created=1', 'not_authenticated')
  const search = new URL(path, 'https://mille.example').searchParams
  expect(readFlash(search)).toBe('not_authenticated')
  expect(readReturnPath(search)).toBe('/campaigns/7?created=1')
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\/evil.example',
  'javascript:alert(1)',
  'campaigns',
  '/\t/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/a/..//evil.example',
  '/./\\evil.example',
  '/de//evil.example',
  '/de/.//evil.example'
])('never leads to another site: %j', returnTo => {
  const path = readReturnPath(new URLSearchParams({ return_to: returnTo }))
  expect(new URL(path, 'https://mille.example').origin).toBe('https://mille.example')
})

test('leads back under whatever language the page is in', () => {
  const search = new URLSearchParams({ return_to: '/de/campaigns/7?created=1' })
  expect(readReturnPath(search)).toBe('/campaigns/7?created=1')
})

test.each(['', '?return_to=/', '?return_to=/de', '?return_to=/ad-solutions/', '?return_to=x'])(
  'begins at the overview when no page of an account was asked for: %j',
  query => {
    expect(readReturnPath(new URLSearchParams(query))).toBe('/overview')
  }
)

test('signing in leaves the pages for visitors, and no page where a person may be working', () => {
  expect(['/', '/ad-solutions', '/ad-solutions/', '/publishers'].map(pathAfterSignIn)).toEqual([
    '/overview',
    '/overview',
    '/overview',
    '/overview'
  ])
  expect(
    ['/marketplace', '/campaigns/new/', '/crypto-affiliate-program/', '/books'].map(pathAfterSignIn)
  ).toEqual([null, null, null, null])
})

test('shows only the notices that there are', () => {
  expect(readFlash(new URLSearchParams({ flash: 'not_authorized' }))).toBe('not_authorized')
  expect(readFlash(new URLSearchParams({ flash: 'you_have_won' }))).toBe(null)
})
