import type { CaptchaPurpose } from '@mille/api/constants.ts'
import type { Captcha } from './captcha.ts'
import type { Limit, Limits } from './limits.ts'
import { type Failure, failure } from './reply.ts'
import { tooMany } from './too-many.ts'

type Asking = {
  limits: Limits
  captcha: Captcha
  input: { captcha?: string | undefined }
}

/** A limit whose last part takes a proof of work: the first `free` are without. */
type Eased = { limit: Limit; free: number; subject: string; purpose: CaptchaPurpose }

/**
 * Counts one more, which takes a proof of work once the free ones are used up: 422 with the pointer `captcha`. A call
 * that is refused for it is not counted, so that it can be made again with one.
 */
export async function countWithCaptcha(
  { limits, captcha, input }: Asking,
  { limit, free, subject, purpose }: Eased
): Promise<Failure | null> {
  const before = await limits.check(limit, subject)
  if (!before.ok) return tooMany(before.retryAfterSeconds)
  const isFree = limit.points - before.remaining < free
  if (!isFree) {
    if (input.captcha === undefined) return failure('captcha_required', { pointer: 'captcha' })
    if (!(await captcha.spend(purpose, input.captcha)))
      return failure('captcha_invalid', { pointer: 'captcha' })
  }
  const counted = await limits.consume(limit, subject)
  if (!counted.ok) return tooMany(counted.retryAfterSeconds)
  // Of several at once all may have looked before any was counted.
  const isOver = limit.points - counted.remaining > free
  return isFree && isOver ? failure('captcha_required', { pointer: 'captcha' }) : null
}
