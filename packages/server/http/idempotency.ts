import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { type Failure, failure, type Reply } from './reply.ts'

type Stored = { ok: true; status: number; body: string }

type Once<Prepared, Answer> = {
  userId: number
  key: string
  request: string
  /** Before the transaction, which holds the only connection that a request may have. */
  prepare: () => Promise<{ ok: true; value: Prepared } | Failure>
  run: (tx: Tx, prepared: Prepared) => Promise<Reply<Answer>>
}

/**
 * Runs a write once for a key. The key, its effect and the reply are one transaction: a crash before the commit
 * leaves nothing, one after it leaves a reply that the repeated request gets word for word. Copies that arrive
 * together wait for the first at the unique key.
 */
export async function runOnce<Prepared, Answer>(
  context: Context,
  { userId, key, request, prepare, run }: Once<Prepared, Answer>
): Promise<Stored | Failure> {
  const requestHash = createHash('sha256').update(request).digest()
  const stored = await readStored(context.db, userId, key, requestHash)
  if (stored) return stored
  const prepared = await prepare()
  if (!prepared.ok) return prepared
  const outcome = await context.db
    .transaction()
    .execute(async tx => {
      const claimed = await tx
        .insertInto('idempotency_keys')
        .values({
          user_id: userId,
          key,
          request_hash: requestHash,
          status: 0,
          body: '',
          created_at: context.now()
        })
        .onConflict(conflict => conflict.doNothing())
        .returning('key')
        .executeTakeFirst()
      if (!claimed) {
        const copy = await readStored(tx, userId, key, requestHash)
        if (!copy) throw new Error('a key that is taken has its reply')
        return copy
      }
      const result = await run(tx, prepared.value)
      // What failed has no effect, and may be tried again with the same key once its cause is gone.
      if (!result.ok) throw new Undo(result)
      const body = result.status === 204 ? '' : JSON.stringify(result.value)
      await tx
        .updateTable('idempotency_keys')
        .set({ status: result.status, body })
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .execute()
      return { ok: true as const, status: result.status, body }
    })
    .catch((error: unknown) => {
      if (error instanceof Undo) return error.failure
      throw error
    })
  return outcome
}

class Undo extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super('rolled back')
    this.failure = failure
  }
}

async function readStored(
  db: Database | Tx,
  userId: number,
  key: string,
  requestHash: Buffer
): Promise<Stored | Failure | null> {
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .limit(1)
    .executeTakeFirst()
  if (!stored) return null
  if (!stored.request_hash.equals(requestHash)) return failure('idempotency_key_reused')
  return { ok: true, status: stored.status, body: stored.body }
}

/** Keys are kept for three days; a request that is repeated later is a new one. */
export async function forgetOldKeys(context: Context): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${new Date(context.now().getTime() - 3 * 86_400_000)}`.execute(
    context.db
  )
}
