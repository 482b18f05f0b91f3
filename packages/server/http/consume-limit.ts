import { type Failure, failure, unlessRefused } from './answers/reply.ts'
import type { Limit, Limits } from './limits/limits.ts'
import type { Call } from './serve.ts'

/** Counts one more call by the account; returns the refusal if the call exceeds the limit. */
export async function consumeLimit(
  { limits, user }: { limits: Pick<Limits, 'consume'>; user: { id: number } },
  limit: Limit
): Promise<Failure | null> {
  const counted = await limits.consume(limit, `user ${user.id}`)
  return counted.ok
    ? null
    : failure('too_many_requests', { retryAfterSeconds: counted.retryAfterSeconds })
}

/**
 * Does the same as `consumeLimit`, but before the transaction of a call with an idempotency key, and before a form is
 * read.
 */
export async function prepareLimit(
  call: Call<unknown>,
  limit: Limit
): Promise<{ ok: true; value: null } | Failure> {
  return unlessRefused(await consumeLimit(call, limit))
}
