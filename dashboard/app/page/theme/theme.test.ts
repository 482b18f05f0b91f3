import { expect, test } from 'vitest'
import { readTheme } from './theme.ts'

test.each([
  ['', 'system'],
  ['theme=dark', 'dark'],
  ['session=1; theme=light; x=2', 'light'],
  ['other_theme=dark', 'system'],
  ['theme=darker', 'system'],
  ['theme="><script>', 'system']
])('reads %j as %s', (cookies, theme) => {
  expect(readTheme(cookies)).toBe(theme)
})
