import type { CaptchaPurpose } from '@mille/api/constants.ts'
import { type Failure, failure } from '../answers/reply.ts'
import { tooMany } from '../answers/too-many.ts'
import type { Captcha } from './captcha.ts'
import type { Limit, Limits } from './limits.ts'

type Asking = {
  limits: Limits
  captcha: Captcha
  input: { captcha?: string | undefined }
}

/** A limit whose last part requires a proof of work; the first `free` attempts do not. */
export type Eased = { limit: Limit; free: number; subject: string }

/**
 * Counts one more attempt against each limit. Once the free attempts of any limit are used up, a proof of work is
 * required: 422 with the pointer `captcha`. A call that is refused for this reason is not counted, so that it can be
 * repeated with a proof.
 */
export async function countWithCaptcha(
  asking: Asking,
  purpose: CaptchaPurpose,
  ...eased: Eased[]
): Promise<Failure | null> {
  const looked = await lookAtLimits(asking, purpose, ...eased)
  return looked.ok ? countEased(asking, looked.isProved, ...eased) : looked
}

/**
 * Checks the limits without counting, for calls of which only failures are counted: returns whether the call may be
 * tried, and whether it had a proof of work.
 */
export async function lookAtLimits(
  { limits, captcha, input }: Asking,
  purpose: CaptchaPurpose,
  ...eased: Eased[]
): Promise<{ ok: true; isProved: boolean } | Failure> {
  let isFree = true
  for (const { limit, free, subject } of eased) {
    const before = await limits.check(limit, subject)
    if (!before.ok) return tooMany(before.retryAfterSeconds)
    if (limit.points - before.remaining >= free) isFree = false
  }
  if (isFree) return { ok: true, isProved: false }
  if (input.captcha === undefined) return failure('captcha_required', { pointer: 'captcha' })
  return (await captcha.spend(purpose, input.captcha))
    ? { ok: true, isProved: true }
    : failure('captcha_invalid', { pointer: 'captcha' })
}

/**
 * Counts an attempt that `lookAtLimits` allowed. Simultaneous requests may all have checked before any of them was
 * counted, so the limits are checked again.
 */
export async function countEased(
  { limits }: Pick<Asking, 'limits'>,
  isProved: boolean,
  ...eased: Eased[]
): Promise<Failure | null> {
  for (const { limit, free, subject } of eased) {
    const counted = await limits.consume(limit, subject)
    if (!counted.ok) return tooMany(counted.retryAfterSeconds)
    const isOver = limit.points - counted.remaining > free
    if (!isProved && isOver) return failure('captcha_required', { pointer: 'captcha' })
  }
  return null
}
