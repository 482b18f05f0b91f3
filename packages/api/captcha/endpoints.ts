import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type Challenge = z.infer<typeof schema.challengeDocument>['data']['attributes']

export const readChallenge = endpoint<
  z.input<typeof schema.challengeInput>,
  z.infer<typeof schema.challengeDocument>
>({
  method: 'GET',
  path: '/api/v1/captcha_challenges',
  statuses: [200],
  auth: 'public',
  anyOrigin: true,
  errors: ['too_many_requests'],
  summary: 'A proof of work (ALTCHA) for a call that was refused with `captcha_required`'
})
