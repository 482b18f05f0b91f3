import { expect, test } from 'vitest'
import { fieldText, problemText } from './messages.ts'

test.each([
  ['Headline', 'must not be empty', 'Headline must not be empty.'],
  ['Link', 'leads nowhere.', 'Link leads nowhere.'],
  ['Link', 'The site is closed', 'The site is closed.'],
  ['Link', undefined, undefined]
])('%s and %j read %j', (label, message, text) => {
  expect(fieldText(label, message)).toBe(text)
})

test('has words of its own for what it knows, else those of the server', () => {
  expect(problemText({ code: 'unreachable', detail: '' })).toContain('could not be reached')
  expect(problemText({ code: 'unreadable', detail: '' })).toContain('could not be read.')
  expect(problemText({ code: 'unheard_of', detail: 'Come back later' })).toBe('Come back later.')
  expect(problemText({ code: 'unheard_of', detail: '' })).toContain('Nothing was lost')
})
