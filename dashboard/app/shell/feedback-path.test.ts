import { expect, test } from 'vitest'
import { feedbackHref } from './feedback-path.ts'

const publicUrl = 'https://mille.example'

test('the built-in board needs no token in its address for a person who is signed in', () => {
  expect(feedbackHref('https://mille.example/suggestions?token=abc', publicUrl)).toBe(
    '/suggestions'
  )
})

test('another board is opened with its token', () => {
  const url = 'https://mille.nolt.io/sso/abc'
  expect(feedbackHref(url, publicUrl)).toBe(url)
})
