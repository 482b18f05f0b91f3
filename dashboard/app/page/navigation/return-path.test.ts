import { expect, test } from 'vitest'
import { readFlash, readReturnPath, signInPath } from './return-path.ts'

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

test('shows only the notices that there are', () => {
  expect(readFlash(new URLSearchParams({ flash: 'not_authorized' }))).toBe('not_authorized')
  expect(readFlash(new URLSearchParams({ flash: 'you_have_won' }))).toBe(null)
})
