import { createHmac } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Context } from '../../context.ts'

export type Limit = { name: string; points: number; seconds: number }

export const limits = {
  codeRequests: { name: 'code', points: 5, seconds: 3600 },
  codeRequestsByEmail: { name: 'codemail', points: 60, seconds: 3600 },
  codeRequestsByBlock: { name: 'codeblock', points: 30, seconds: 3600 },
  /** Wrong account codes. A code has 60 or 130 bits, so that this many attempts find nothing. */
  signIns: { name: 'signin', points: 5_000, seconds: 900 },
  stepUps: { name: 'stepup', points: 10, seconds: 900 },
  anonymousSignUps: { name: 'signup', points: 20, seconds: 3600 },
  captchas: { name: 'captcha', points: 120, seconds: 600 },
  campaigns: { name: 'campaign', points: 200, seconds: 3600 },
  couponGifts: { name: 'gift', points: 5, seconds: 86_400 },
  termChanges: { name: 'terms', points: 20, seconds: 3600 },
  couponChecks: { name: 'coupon', points: 30, seconds: 600 },
  trafficFigures: { name: 'traffic', points: 120, seconds: 60 },
  sharedReports: { name: 'sharedreport', points: 120, seconds: 60 },
  dismissals: { name: 'dismiss', points: 100, seconds: 3600 },
  suggestions: { name: 'suggest', points: 10, seconds: 86_400 },
  votes: { name: 'vote', points: 60, seconds: 60 },
  lookArounds: { name: 'lookaround', points: 30, seconds: 3600 },
  invitations: { name: 'invite', points: 20, seconds: 86_400 },
  /** Announced invitations of one person, by all accounts together. */
  invitationsOfOne: { name: 'invited', points: 10, seconds: 86_400 },
  handOffs: { name: 'handoff', points: 60, seconds: 900 },
  passkeyChallenges: { name: 'passkey', points: 60, seconds: 900 },
  passkeyChallengesByBlock: { name: 'passkeyblock', points: 1_200, seconds: 900 },
  offers: { name: 'offer', points: 60, seconds: 3600 },
  orders: { name: 'order', points: 60, seconds: 3600 },
  orderMessages: { name: 'ordermsg', points: 120, seconds: 3600 },
  proofChecks: { name: 'proof', points: 30, seconds: 3600 },
  chatPictures: { name: 'chatpic', points: 120, seconds: 3600 },
  uploads: { name: 'upload', points: 120, seconds: 3600 },
  verifications: { name: 'verify', points: 30, seconds: 3600 },
  adReports: { name: 'adreport', points: 120, seconds: 3600 },
  codeChecks: { name: 'codecheck', points: 60, seconds: 3600 },
  /** New bills. A stored bill can be downloaded any number of times. */
  bills: { name: 'bill', points: 12, seconds: 3600 },
  letters: { name: 'letter', points: 30, seconds: 3600 },
  /** Emails to the operators about letters, counted for all senders together. All letters are in the inbox anyway. */
  letterMails: { name: 'lettermail', points: 20, seconds: 3600 }
} as const satisfies Record<string, Limit>

/** How many attempts of these limits are free; the rest require a proof of work. */
export const freeOfCaptcha = {
  codeRequestsByBlock: 15,
  codeRequestsByEmail: 5,
  signIns: 10,
  anonymousSignUps: 10,
  adReports: 10,
  letters: 3
} as const

export type LimitResult =
  | { ok: true; remaining: number; resetSeconds: number }
  | { ok: false; retryAfterSeconds: number }

/** Deletes the counts of periods that have ended. */
export async function forgetEndedLimits({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('rate_limits').where('expire', '<', now().getTime()).execute()
}

/**
 * Creates counters in the database that all processes share. Keys are hashed, so the table contains no IP or email
 * address.
 */
export function createLimits(context: Pick<Context, 'pool' | 'config'>) {
  const limiters = new Map<string, RateLimiterPostgres>()

  function limiterOf(limit: Limit): RateLimiterPostgres {
    const found = limiters.get(limit.name)
    if (found) return found
    const limiter = new RateLimiterPostgres({
      storeClient: context.pool,
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.seconds,
      clearExpiredByTimeout: false
    })
    limiters.set(limit.name, limiter)
    return limiter
  }

  const hashed = (subject: string) =>
    createHmac('sha256', context.config.secret)
      .update(`limit ${subject}`)
      .digest('base64url')
      .slice(0, 22)

  return {
    /** Counts one more attempt; the result is not `ok` when it exceeds the limit. */
    async consume(limit: Limit, subject: string): Promise<LimitResult> {
      try {
        const used = await limiterOf(limit).consume(hashed(subject))
        return { ok: true, ...leftOf(used) }
      } catch (error) {
        if (error instanceof RateLimiterRes)
          return { ok: false, retryAfterSeconds: Math.ceil(error.msBeforeNext / 1000) }
        throw error
      }
    },
    /** Checks whether the limit is used up, without counting. */
    async check(limit: Limit, subject: string): Promise<LimitResult> {
      const found = await limiterOf(limit).get(hashed(subject))
      if (!found) return { ok: true, remaining: limit.points, resetSeconds: limit.seconds }
      if (found.consumedPoints < limit.points) return { ok: true, ...leftOf(found) }
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(found.msBeforeNext / 1000)) }
    }
  }
}

function leftOf({ remainingPoints, msBeforeNext }: RateLimiterRes) {
  return { remaining: remainingPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
}

/**
 * Returns the limit and what is left of it, for API clients, as the HTTP API group's RateLimit header fields (draft
 * 10).
 */
export function limitHeaders(limit: Limit, result: LimitResult): Record<string, string> {
  const left = result.ok ? result.remaining : 0
  const reset = result.ok ? result.resetSeconds : result.retryAfterSeconds
  return {
    'RateLimit-Policy': `"${limit.name}";q=${limit.points};w=${limit.seconds}`,
    RateLimit: `"${limit.name}";r=${left};t=${reset}`
  }
}

export type Limits = ReturnType<typeof createLimits>
