import { endpoint } from '@mille/api/endpoint.ts'
import { failureResponse, jsonType } from '@mille/server/http/answers/errors.ts'
import { failure } from '@mille/server/http/answers/reply.ts'
import { expect, it } from 'vitest'
import { createAnswerCheck } from './answer-check.ts'

const check = createAnswerCheck([
  {
    endpoint: endpoint({
      method: 'GET',
      path: '/api/v1/coupons/{id}',
      statuses: [204],
      auth: 'public',
      errors: ['coupon_expired'],
      summary: 'A coupon'
    }),
    schema: null
  }
])

function answer(code: Parameters<typeof failure>[0]) {
  const response = failureResponse(failure(code))
  const text = () => response.text()
  const path = '/api/v1/coupons/7'
  return check({ method: 'GET', path, status: response.status, type: jsonType, text })
}

it('lets a call answer with the codes that it declares, and with those of every call', async () => {
  expect(await answer('coupon_expired')).toBeNull()
  expect(await answer('too_many_requests')).toBeNull()
})

it('finds a code that the call does not declare, beside one that it declares with the same status', async () => {
  expect(await answer('coupon_used')).toContain('against its schema: /errors/0/code')
})

it('finds a status that none of the declared codes has', async () => {
  expect(await answer('not_found')).toBe(
    'GET /api/v1/coupons/{id} answered 404, which it does not declare.'
  )
})
