import { expect, test } from 'vitest'
import { readQuery } from './read-query.ts'

const read = (text: string) => readQuery(new URLSearchParams(text))

test('takes the state, the order and the token from the address', () => {
  expect(read('state=planned&sort=-created_at&token=a.b.c')).toEqual({
    'filter[state]': 'planned',
    sort: '-created_at',
    token: 'a.b.c'
  })
})

test('passes over what it does not know', () => {
  expect(read('state=nonsense&sort=title&page=3')).toEqual({ sort: '-votes_count' })
})
