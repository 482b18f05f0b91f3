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

/** A limit whose last part takes a proof of work: the first `free` are without. */
export type Eased = { limit: Limit; free: number; subject: string }

/**
 * Counts one more against each limit, which takes one proof of work once the free ones of any are used up: 422 with the
 * pointer `captcha`. A call that is refused for it is not counted, so that it can be made again with one.
 */
export async function countWithCaptcha(
  asking: Asking,
  purpose: CaptchaPurpose,
  ...eased: Eased[]
): Promise<Failure | null> {
  const looked = await lookAtLimits(asking, purpose, ...eased)
  return looked.ok ? countEased(asking, looked.isProved, ...eased) : looked
}

/** The first half, for a call of which only failures are counted: whether it may be tried, and whether it had a proof. */
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

/** The second half, which counts. Simultaneous requests may all have checked before any of them was counted. */
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
