import type { ApiError } from '@mille/api/document.ts'
import { expect, test } from 'vitest'
import { firstProblem, hasProblems, noProblems, problemsOf, withoutFields } from './problems.ts'

function failure(errors: ApiError[], status = 422) {
  return { ok: false as const, status, code: errors[0]?.code ?? 'unreachable', errors }
}

const error = (pointer: string | null, detail: string): ApiError => ({
  status: '422',
  code: 'invalid',
  title: 'A value is not valid',
  detail,
  ...(pointer === null ? {} : { source: { pointer } })
})

test('brings each error to its field, in the words of a form', () => {
  const problems = problemsOf(
    failure([
      error('/data/attributes/creative_link', 'creative_link must not be empty.'),
      error('/data/attributes/banner_ids/3', 'banner_ids.3 is not an id.'),
      error('/data/attributes/max_cpm', 'Too low')
    ])
  )
  expect(problems).toEqual({
    fields: {
      creative_link: 'must not be empty.',
      banner_ids: 'is not an id.',
      max_cpm: 'Too low'
    },
    general: []
  })
})

test('brings the errors of an attribute that is an object to its own fields', () => {
  const problems = problemsOf(
    failure([
      error('/data/attributes/billing_details/name', 'billing_details.name must not be empty.'),
      error('/data/attributes/billing_details/address/2', 'billing_details.address.2 is long.')
    ]),
    'billing_details'
  )
  expect(problems.fields).toEqual({ name: 'must not be empty.', address: 'is long.' })
})

test('keeps the first error of a field', () => {
  const { fields } = problemsOf(
    failure([error('/data/attributes/a', 'first'), error('/data/attributes/a', 'second')])
  )
  expect(fields).toEqual({ a: 'first' })
})

test('shows an error without a pointer above the form', () => {
  expect(problemsOf(failure([error(null, 'Not now')])).general).toEqual([
    { code: 'invalid', detail: 'Not now' }
  ])
})

test('names a server that cannot be reached', () => {
  const unreachable = failure([], -1)
  expect(problemsOf(unreachable).general).toEqual([{ code: 'unreachable', detail: '' }])
  expect(firstProblem(unreachable)).toEqual({ code: 'unreachable', detail: '' })
})

test('a changed field has no error any more', () => {
  const problems = { fields: { a: 'x', b: 'y' }, general: [] }
  expect(withoutFields(problems, ['a']).fields).toEqual({ b: 'y' })
  expect(hasProblems(problems)).toBe(true)
  expect(hasProblems(noProblems)).toBe(false)
})
