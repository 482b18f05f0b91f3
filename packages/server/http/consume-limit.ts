import { type Failure, failure, unlessRefused } from './answers/reply.ts'
import type { Limit } from './limits/limits.ts'
import type { Call } from './serve.ts'

/** Counts one more call of the account; the refusal when that is one too many. */
export async function consumeLimit(
  { limits, user }: Call<unknown>,
  limit: Limit
): Promise<Failure | null> {
  const counted = await limits.consume(limit, `user ${user.id}`)
  return counted.ok
    ? null
    : failure('too_many_requests', { retryAfterSeconds: counted.retryAfterSeconds })
}

/** The same, before the transaction of a call that honours an idempotency key, and before a form is read. */
export async function prepareLimit(
  call: Call<unknown>,
  limit: Limit
): Promise<{ ok: true; value: null } | Failure> {
  return unlessRefused(await consumeLimit(call, limit))
}
