import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { readLastRestore } from '../payments/index.ts'
import { readSetting } from '../settings/index.ts'
import { appendEntries } from './append.ts'
import { noticeEntry } from './charge.ts'
import { createKeys } from './keys.ts'
import { signatureTypes, type Verifier, writeVkey } from './signed-note.ts'

/** The log's current name, and the key and entries that belong to it. */
export type Epoch = {
  number: number
  origin: string
  keyId: number
  publicKey: Buffer
  fromSize: number
  restoreId: bigint
  cause: 'first' | 'restore' | 'new_key'
  beganAt: Date
}

type Parts = Pick<Context, 'config' | 'now' | 'randomBytes'>

/** Returns the current epoch; null before the first server has started. */
export async function readEpoch(db: Database | Tx): Promise<Epoch | null> {
  return (await readEpochs(db)).at(-1) ?? null
}

/** Returns all epochs, the first one first. */
export async function readEpochs(db: Database | Tx): Promise<Epoch[]> {
  const { rows } = await sql<Omit<Epoch, 'fromSize'> & { fromSize: bigint }>`
    select number, origin, key_id as "keyId", public_key as "publicKey", from_size as "fromSize",
      restore_id as "restoreId", cause, began_at as "beganAt"
    from public_log_epochs join public_log_keys on public_log_keys.id = key_id
    order by number limit 10000`.execute(db)
  return rows.map(row => ({ ...row, fromSize: Number(row.fromSize) }))
}

export function verifierOf({ origin, publicKey }: Pick<Epoch, 'origin' | 'publicKey'>): Verifier {
  return { name: origin, type: signatureTypes.ed25519, publicKey }
}

export function vkeyOf(epoch: Pick<Epoch, 'origin' | 'publicKey'>): string {
  return writeVkey(verifierOf(epoch))
}

/**
 * Returns the current epoch and begins one if needed: the first one with keys and the entry that opens the log, or
 * another one after a restore. A backup may be older than what was published under the previous name, so nothing more
 * is signed under that name.
 */
export async function ensureEpoch(tx: Tx, parts: Parts): Promise<Epoch> {
  const current = await readCurrent(tx)
  if (current) return current
  // Two processes that start at once must not both begin an epoch.
  await sql`lock table public_log_epochs in share row exclusive mode`.execute(tx)
  const begun = await readCurrent(tx)
  if (begun) return begun
  const [epoch, restore, at] = [await readEpoch(tx), await readLastRestore(tx), parts.now()]
  if (epoch)
    return begin(tx, parts, {
      ...{ cause: 'restore', keyId: epoch.keyId, restoreId: restore.id, previous: epoch },
      ...{ at, told: { backup: (restore.backupAt ?? at).toISOString() } }
    })
  const keyId = await createKeys(tx, parts)
  await promiseRetention(tx, parts, 0n)
  return begin(tx, parts, {
    ...{ cause: 'first', keyId, restoreId: restore.id, previous: null, at },
    told: await openLog(tx, parts, at)
  })
}

/** Returns the current epoch; null when another one has to begin. */
async function readCurrent(tx: Tx): Promise<Epoch | null> {
  const epoch = await readEpoch(tx)
  return epoch && epoch.restoreId >= (await readLastRestore(tx)).id ? epoch : null
}

/**
 * Continues the log with new keys when the old ones can no longer be read. Entries that only the old keys could open
 * stay closed.
 */
export async function beginWithNewKeys(tx: Tx, parts: Parts): Promise<Epoch> {
  const before = await ensureEpoch(tx, parts)
  const keyId = await createKeys(tx, parts)
  const { restoreId } = before
  const cause = { cause: 'new_key', keyId, restoreId, previous: before } as const
  return begin(tx, parts, { ...cause, at: parts.now(), told: {} })
}

type Beginning = Pick<Epoch, 'cause' | 'keyId' | 'restoreId'> & {
  previous: Epoch | null
  at: Date
  told: Record<string, string | number>
}

async function begin(tx: Tx, { config }: Parts, it: Beginning): Promise<Epoch> {
  const { cause, keyId, restoreId, previous, at, told } = it
  const { size } = await tx
    .selectFrom('public_log_head')
    .select('size')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const first = `${new URL(config.publicUrl).host}/log`
  const origin =
    previous === null && restoreId === 0n ? first : `${first}/${await secondOf(tx, at)}`
  const number = (previous?.number ?? 0) + 1
  await tx
    .insertInto('public_log_epochs')
    .values({
      ...{ number, origin, key_id: keyId, from_size: size },
      ...{ restore_id: restoreId, cause, began_at: at }
    })
    .execute()
  const before = previous ? { previousOrigin: previous.origin, previousSize: Number(size) } : {}
  const kind = previous === null ? 'genesis' : cause
  const notice = { at: at.toISOString(), kind, origin, version: 1, ...before, ...told }
  await appendEntries(tx, [noticeEntry(notice)])
  const begun = await readEpoch(tx)
  if (!begun) throw new Error('The public log has not begun')
  return begun
}

/** Returns a unique name for an epoch from its time; a second that is already taken is skipped. */
async function secondOf(tx: Tx, at: Date): Promise<string> {
  for (let moment = at.getTime(); ; moment += 1000) {
    const name = new Date(moment).toISOString().slice(0, 19).replace(/\D/g, '')
    const taken = await tx
      .selectFrom('public_log_epochs')
      .select('number')
      .where('origin', 'like', `%/log/${name}`)
      .executeTakeFirst()
    if (!taken) return name
  }
}

/**
 * Opens the log and returns the content of its first entry: the time from which charges are logged, and the fees at
 * that time.
 */
async function openLog(
  tx: Tx,
  { config }: Parts,
  at: Date
): Promise<Record<string, string | number>> {
  await sql`
    insert into public_log_head (size, peaks, charges_since)
    select 0, '', coalesce(max(window_end), '1970-01-01 00:00:00+00') from settled_charges
    on conflict (one) do nothing`.execute(tx)
  const { charges_since: since } = await tx
    .selectFrom('public_log_head')
    .select('charges_since')
    .executeTakeFirstOrThrow()
  return {
    chargesSince: since.toISOString(),
    feeBasisPoints: Number(await readSetting(tx, config, 'fee_basis_points', at)),
    premiumFeeBasisPoints: Number(await readSetting(tx, config, 'premium_fee_basis_points', at)),
    retentionDays: config.eventRetentionDays
  }
}

/**
 * Adds a notice of how long events are kept, if the log does not state it yet. In a new log, the first entry states it.
 */
export async function promiseRetention(
  tx: Tx,
  { config, now }: Pick<Parts, 'config' | 'now'>,
  log_index: bigint | null = null
): Promise<void> {
  const days = config.eventRetentionDays
  const last = await tx
    .selectFrom('public_log_notices')
    .select('retention_days')
    .where('kind', '=', 'retention')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.retention_days === days) return
  const notice = { kind: 'retention', retention_days: days, made_at: now(), log_index }
  await tx.insertInto('public_log_notices').values(notice).execute()
}
