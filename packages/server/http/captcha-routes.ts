import * as endpoints from '@mille/api/captcha/endpoints.ts'
import * as schema from '@mille/api/captcha/schema.ts'
import { reply } from './answers/reply.ts'
import { tooMany } from './answers/too-many.ts'
import { addressBlock } from './callers/client-address.ts'
import { captchaCounters } from './limits/captcha.ts'
import { limits as limitNames } from './limits/limits.ts'
import type { Serve } from './serve.ts'

export function captchaRoutes(serve: Serve): void {
  serve(endpoints.readChallenge, schema.challengeInput, async call => {
    const { captcha, limits, input, address } = call
    // Making a challenge takes a millisecond of the server's processor time, so challenges are limited too.
    const counted = await limits.consume(limitNames.captchas, addressBlock(address))
    if (!counted.ok) return tooMany(counted.retryAfterSeconds)
    const challenge = schema.challenge.parse(await captcha.issue(input.purpose))
    return reply({
      data: {
        type: 'captcha_challenges' as const,
        id: challenge.signature.slice(0, 16),
        attributes: { challenge, counters: captchaCounters }
      }
    })
  })
}
