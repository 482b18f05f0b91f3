import { createHash } from 'node:crypto'
import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { type Failure, failure, type Reply } from '../answers/reply.ts'
import { openAnswer, type SealedAnswer, sealAnswer } from './sealed-answer.ts'

/** The owner of an idempotency key. Owners who choose the same key do not affect each other. */
export type KeyOwner = { userId: number } | { browserHash: Buffer }

export type Asked = {
  owner: KeyOwner
  key: string
  /** The request's whole content: a different request with the same key is refused. */
  request: string
  /** Whether the response contains secrets that are shown only once. */
  isSecret: boolean
}

export type Answered = { ok: true; status: number } & SealedAnswer

type Once<Prepared, Answer> = {
  /** The idempotency key; null for a request without one, which runs each time it is sent. */
  asked: Asked | null
  /** Runs before the transaction, which holds the only connection that a request may have. */
  prepare: () => Promise<{ ok: true; value: Prepared } | Failure>
  run: (tx: Tx, prepared: Prepared) => Promise<Reply<Answer>>
}

/**
 * Runs a write once for an idempotency key. The key, its effect and the reply are stored in one transaction: a crash
 * before the commit leaves nothing, and a crash after it leaves a reply that the repeated request receives unchanged.
 * Copies that arrive together wait for the first at the unique key.
 */
export async function runOnce<Prepared, Answer>(
  context: Context,
  { asked, prepare, run }: Once<Prepared, Answer>
): Promise<Answered | Failure> {
  return asked
    ? afterCopies(`${sealName(asked)} ${asked.request}`, () =>
        runAsked(context, { asked, prepare, run })
      )
    : runAsked(context, { asked, prepare, run })
}

/** Requests that this process is running, by owner, key and request. */
const running = new Map<string, Promise<unknown>>()

/**
 * Runs copies of a request one after the other. Otherwise they would all count against a limit, spend the same proof of
 * work, and each hold a connection while they wait for the first at the unique key.
 */
async function afterCopies<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const before = running.get(name)
  const mine = (before ?? Promise.resolve()).then(run, run)
  running.set(name, mine)
  try {
    return await mine
  } finally {
    if (running.get(name) === mine) running.delete(name)
  }
}

async function runAsked<Prepared, Answer>(
  context: Context,
  { asked, prepare, run }: Once<Prepared, Answer>
): Promise<Answered | Failure> {
  const stored = asked && (await readStored(context, context.db, asked))
  if (stored) return stored
  const prepared = await prepare()
  if (!prepared.ok) return prepared
  return context.db
    .transaction()
    .execute(async tx => {
      if (asked && !(await claim(tx, asked, context.now()))) {
        const copy = await readStored(context, tx, asked)
        if (!copy) throw new Error('a key that is taken has its reply')
        return copy
      }
      const result = await run(tx, prepared.value)
      // A failed request has no effect, and may be repeated with the same key once the cause is gone.
      if (!result.ok) throw new Undo(result)
      const body = result.status === 204 ? '' : JSON.stringify(result.value)
      const answered = {
        ok: true as const,
        status: result.status,
        body,
        cookies: result.cookies ?? []
      }
      if (asked) await store(context, tx, asked, answered)
      return answered
    })
    .catch((error: unknown) => {
      if (error instanceof Undo) return error.failure
      throw error
    })
}

class Undo extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super('rolled back')
    this.failure = failure
  }
}

/** Claims a key; returns false when another request has it, after waiting for a request that is still running. */
async function claim(tx: Tx, asked: Asked, at: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({
      ...ownerColumns(asked.owner),
      key: storedKey(asked),
      request_hash: hashOf(asked.request),
      status: 0,
      body: '',
      created_at: at
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

async function store(context: Context, tx: Tx, asked: Asked, answered: Answered): Promise<void> {
  const { status, body, cookies } = answered
  if (cookies.length > 0 && !asked.isSecret)
    throw new Error('an answer with cookies is declared as one with secrets')
  const kept = asked.isSecret
    ? { body: '', sealed: sealAnswer(context, sealName(asked), { body, cookies }) }
    : { body }
  await tx
    .updateTable('idempotency_keys')
    .set({ status, ...kept })
    .where(ownedBy(asked.owner))
    .where('key', '=', storedKey(asked))
    .execute()
}

async function readStored(
  context: Context,
  db: Database | Tx,
  asked: Asked
): Promise<Answered | Failure | null> {
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body', 'sealed'])
    .where(ownedBy(asked.owner))
    .where('key', '=', storedKey(asked))
    .limit(1)
    .executeTakeFirst()
  if (!stored) return null
  if (!stored.request_hash.equals(hashOf(asked.request))) return failure('idempotency_key_reused')
  const answer = stored.sealed
    ? openAnswer(context, sealName(asked), stored.sealed)
    : { body: stored.body, cookies: [] }
  return { ok: true, status: stored.status, ...answer }
}

function ownerColumns(owner: KeyOwner) {
  return 'userId' in owner ? { user_id: owner.userId } : { browser_hash: owner.browserHash }
}

function ownedBy(owner: KeyOwner) {
  return 'userId' in owner
    ? sql<boolean>`user_id = ${owner.userId}`
    : sql<boolean>`browser_hash = ${owner.browserHash}`
}

/**
 * A key that opens a sealed reply is not stored next to it; its hash is stored instead. Keys from clients never contain
 * a space.
 */
function storedKey({ key, isSecret }: Asked): string {
  return isSecret ? `sealed ${hashOf(key).toString('hex')}` : key
}

function sealName({ owner, key }: Asked): string {
  return `${'userId' in owner ? owner.userId : owner.browserHash.toString('hex')} ${key}`
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Deletes keys after three days; a request that is repeated later counts as a new one. */
export async function forgetOldKeys(context: Context): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${new Date(context.now().getTime() - 3 * dayMs)}`.execute(
    context.db
  )
}
