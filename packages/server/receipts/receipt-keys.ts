import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import {
  publicKeyOf,
  readPrivateKey,
  UnreadableLogKeys,
  unwrapSecrets,
  wrappedBy,
  wrapSecrets
} from '../public-log/index.ts'
import { receiptKeyId } from './receipt.ts'

/** Key that signs receipts, and key that encrypts in them why a report was rejected. */
export type ReceiptKey = { number: number; id: Buffer; signing: KeyObject; sealing: Buffer }

type Parts = Pick<Context, 'config' | 'now' | 'randomBytes'>

const secretBytes = 32
const maxKeys = 1_000

/**
 * Returns the newest key, and creates one if there is none. Throws `UnreadableLogKeys` when it was stored under another
 * secret.
 */
export async function ensureReceiptKey(context: Parts & Pick<Context, 'db'>): Promise<ReceiptKey> {
  const [newest] = await readReceiptKeys(context.db, context)
  if (newest) return newest
  return context.db.transaction().execute(async tx => {
    // Two processes that start at once must not both create a key.
    await sql`lock table receipt_keys in share row exclusive mode`.execute(tx)
    const [made] = await readReceiptKeys(tx, context)
    return made ?? createReceiptKey(tx, context)
  })
}

/** Creates another key, which the log gets with its next checkpoint. */
export async function createReceiptKey(tx: Tx, parts: Parts): Promise<ReceiptKey> {
  const { config, now, randomBytes } = parts
  const secrets = randomBytes(2 * secretBytes)
  const last = await tx
    .selectFrom('receipt_keys')
    .select(it => it.fn.max('id').as('id'))
    .executeTakeFirst()
  const number = Number(last?.id ?? 0) + 1
  const key = keyOf(number, secrets)
  const wrapped = wrapSecrets({ config, randomBytes }, secrets)
  await tx
    .insertInto('receipt_keys')
    .values({
      ...{ id: number, public_key: publicKeyOf(key.signing), created_at: now() },
      ...wrapped
    })
    .execute()
  return key
}

/**
 * Returns the keys, newest first. Throws `UnreadableLogKeys` when the newest was stored under another secret; older
 * ones are then left out.
 */
export async function readReceiptKeys(
  db: Database | Tx,
  { config }: Pick<Context, 'config'>
): Promise<ReceiptKey[]> {
  const rows = await db
    .selectFrom('receipt_keys')
    .select(['id', 'sealed', 'sealed_by'])
    .orderBy('id', 'desc')
    .limit(maxKeys)
    .execute()
  return rows.flatMap((row, index) => {
    try {
      return [keyOf(row.id, unwrapSecrets(config.secret, row))]
    } catch (error) {
      if (index === 0 || !(error instanceof UnreadableLogKeys)) throw error
      return []
    }
  })
}

/** Encrypts all keys with the server's current secret and returns how many were encrypted with the previous one. */
export async function rewrapReceiptKeys(
  tx: Tx,
  { config, randomBytes }: Pick<Context, 'config' | 'randomBytes'>,
  secretBefore: Buffer
): Promise<number> {
  const rows = await tx
    .selectFrom('receipt_keys')
    .select(['id', 'sealed', 'sealed_by'])
    .where('sealed_by', '!=', wrappedBy(config.secret))
    .limit(maxKeys)
    .execute()
  for (const row of rows) {
    const wrapped = wrapSecrets({ config, randomBytes }, unwrapSecrets(secretBefore, row))
    await tx.updateTable('receipt_keys').set(wrapped).where('id', '=', row.id).execute()
  }
  return rows.length
}

function keyOf(number: number, secrets: Buffer): ReceiptKey {
  const signing = readPrivateKey(secrets.subarray(0, secretBytes))
  const id = receiptKeyId(publicKeyOf(signing))
  return { number, id, signing, sealing: secrets.subarray(secretBytes) }
}
