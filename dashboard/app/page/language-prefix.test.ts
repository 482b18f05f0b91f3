import { expect, test } from 'vitest'
import { languageOfPath, withoutLanguage } from './language-prefix.ts'

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
