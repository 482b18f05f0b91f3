import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { countedText } from './counted-text.tsx'

const counted = (text: string) => {
  const { help, error } = countedText({ label: 'Headline', text, max: 60, help: 'Up to 60.' })
  return { html: renderToStaticMarkup(help), error }
}

test('counts up to the maximum and finds nothing wrong', () => {
  const { html, error } = counted('x'.repeat(60))
  expect(html).toContain('60/60')
  expect(html).not.toContain('<mark')
  expect(error).toBeUndefined()
})

test('keeps what is too much, marks it, and says how much it is', () => {
  const { html, error } = counted(`${'x'.repeat(60)} and more`)
  expect(html).toContain('69/60')
  expect(html).toMatch(/<mark[^>]*> and more<\/mark>/)
  expect(error).toBe('Headline is 9 characters too long. Shorten it: the marked part does not fit.')
  expect(counted('x'.repeat(61)).error).toContain('1 character too long')
})
