import { expect, test } from 'vitest'
import { inLanguage, languageOfPath, withoutLanguage } from './language-prefix.ts'

test.each([
  ['/', null, '/'],
  ['/pt', 'pt', '/'],
  ['/pt/', 'pt', '/'],
  ['/de/marketplace/4', 'de', '/marketplace/4'],
  ['/xx/marketplace', null, '/xx/marketplace'],
  ['/marketplace', null, '/marketplace'],
  ['/ptolemy', null, '/ptolemy']
])('%s is in %s and leads to %s', (path, language, rest) => {
  expect(languageOfPath(path)).toBe(language)
  expect(withoutLanguage(path)).toBe(rest)
})

test.each([
  ['/', '/campaigns', '/'],
  ['/', '/de/campaigns', '/de/'],
  ['/user/sign_in?flash=x', '/pt', '/pt/user/sign_in?flash=x']
])('%s from %s is %s', (path, pathname, there) => {
  expect(inLanguage(path, pathname)).toBe(there)
})
