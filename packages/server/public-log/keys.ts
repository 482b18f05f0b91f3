import { createCipheriv, createDecipheriv, hash, type KeyObject } from 'node:crypto'
import { deriveKey } from '../config/derive-key.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { createHmacSha256 } from '../delivery/index.ts'
import { publicKeyOf, readPrivateKey } from './signed-note.ts'

type Hmac = ReturnType<typeof createHmacSha256>

/** Keys that sign and blind the public log. */
export type LogKeys = {
  id: number
  signing: KeyObject
  publicKey: Buffer
  /** Derives salts, so that without this key no one can guess the content behind a hash. */
  salt: Hmac
  /** Derives visitors' tags, a different one for each campaign and day. */
  visitors: Hmac
}

/** The keys were stored under a different server secret. */
export class UnreadableLogKeys extends Error {
  override name = 'UnreadableLogKeys'
}

const secretBytes = 32
const nonceBytes = 12
const tagBytes = 16

/**
 * Creates the random keys of a new log. They are encrypted, so that a backup is useless without the server's secret.
 */
export async function createKeys(
  tx: Tx,
  { config, now, randomBytes }: Pick<Context, 'config' | 'now' | 'randomBytes'>
): Promise<number> {
  const secrets = randomBytes(3 * secretBytes)
  const publicKey = publicKeyOf(readPrivateKey(secrets.subarray(0, secretBytes)))
  const last = await tx
    .selectFrom('public_log_keys')
    .select(it => it.fn.max('id').as('id'))
    .executeTakeFirst()
  const id = Number(last?.id ?? 0) + 1
  const wrapped = wrapSecrets({ config, randomBytes }, secrets)
  await tx
    .insertInto('public_log_keys')
    .values({
      ...{ id, public_key: publicKey, created_at: now() },
      ...wrapped
    })
    .execute()
  return id
}

/** Reads the keys; throws `UnreadableLogKeys` when they were stored under a different server secret. */
export async function readKeys(
  db: Database | Tx,
  { config }: Pick<Context, 'config'>,
  id: number
): Promise<LogKeys> {
  const row = await db
    .selectFrom('public_log_keys')
    .select(['sealed', 'sealed_by', 'public_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const secrets = unwrapSecrets(config.secret, row)
  const signing = readPrivateKey(secrets.subarray(0, secretBytes))
  const publicKey = publicKeyOf(signing)
  if (!publicKey.equals(row.public_key))
    throw new UnreadableLogKeys('The stored key of the public log is not the one that it shows')
  return {
    ...{ id, signing, publicKey },
    salt: createHmacSha256(secrets.subarray(secretBytes, 2 * secretBytes)),
    visitors: createHmacSha256(secrets.subarray(2 * secretBytes))
  }
}

/** Encrypts all keys with the server's current secret and returns how many were encrypted with the previous one. */
export async function rewrapKeys(
  tx: Tx,
  { config, randomBytes }: Pick<Context, 'config' | 'randomBytes'>,
  secretBefore: Buffer
): Promise<number> {
  const rows = await tx
    .selectFrom('public_log_keys')
    .select(['id', 'sealed', 'sealed_by'])
    .where('sealed_by', '!=', wrappedBy(config.secret))
    .limit(1000)
    .execute()
  for (const row of rows) {
    const wrapped = wrapSecrets({ config, randomBytes }, unwrapSecrets(secretBefore, row))
    await tx.updateTable('public_log_keys').set(wrapped).where('id', '=', row.id).execute()
  }
  return rows.length
}

/** Encrypts secrets with a key derived from the server's secret, and returns the ID of that key. */
export function wrapSecrets(
  { config, randomBytes }: Pick<Context, 'config' | 'randomBytes'>,
  secrets: Buffer
): { sealed: Buffer; sealed_by: Buffer } {
  const { key, id } = wrappingKey(config.secret)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const text = Buffer.concat([cipher.update(secrets), cipher.final()])
  return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]), sealed_by: id }
}

/** Decrypts secrets; throws `UnreadableLogKeys` when they were encrypted with a different server secret. */
export function unwrapSecrets(
  secret: Buffer,
  { sealed, sealed_by }: { sealed: Buffer; sealed_by: Buffer }
): Buffer {
  const { key, id } = wrappingKey(secret)
  if (!id.equals(sealed_by))
    throw new UnreadableLogKeys(
      'The keys of the public log are encrypted with another SECRET. Start the server with that one, or pass it as OLD_SECRET ' +
        'to `mille public-log rekey`. If it is lost, `mille public-log begin` continues the log with new keys.'
    )
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  cipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([cipher.update(sealed.subarray(nonceBytes + tagBytes)), cipher.final()])
}

/** Returns the ID of the key that is derived from a secret. */
export function wrappedBy(secret: Buffer): Buffer {
  return wrappingKey(secret).id
}

/** Derives the key, and four bytes that identify it without revealing anything about it. */
function wrappingKey(secret: Buffer): { key: Buffer; id: Buffer } {
  const key = deriveKey(secret, 'mille public log keys')
  const named = Buffer.concat([Buffer.from('key id'), key])
  return { key, id: hash('sha256', named, 'buffer').subarray(0, 4) }
}
