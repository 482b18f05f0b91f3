import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { guardedFetch } from '../sites/index.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import { cosignatureLine } from './cosign.ts'
import { readEpoch } from './epochs.ts'
import { readKeys } from './keys.ts'
import { isConsistent } from './proofs.ts'
import { readNote, readVkey, type Verifier, writeVkey } from './signed-note.ts'

type Parts = Pick<Context, 'db' | 'config' | 'now'>

export type Witnessed =
  | { ok: true; origin: string; size: number; sizeBefore: number | null }
  /** A problem of the log as a sentence; for a different history, with the notes that prove it. */
  | { ok: false; isUnchecked: false; problem: string; evidence: readonly string[] }
  /** Nothing is known about the log, for example because it cannot be reached or is not a log. */
  | { ok: false; isUnchecked: true; problem: string }

class Unchecked extends Error {}

type Known = { origin: string; vkey: string; size: bigint; root: Buffer; note: string }

/**
 * Follows another network's public log. Its newest checkpoint must be signed by the key from the first time, or by the
 * key that the caller gives, and must continue the stored checkpoint. It is then cosigned, stored and published.
 */
export async function witnessLog(
  context: Parts,
  address: string,
  givenKey: string | null
): Promise<Witnessed> {
  try {
    return await follow(context, address, givenKey)
  } catch (error) {
    if (error instanceof Unchecked) return { ok: false, isUnchecked: true, problem: error.message }
    throw error
  }
}

async function follow(
  context: Parts,
  address: string,
  givenKey: string | null
): Promise<Witnessed> {
  const { db } = context
  const { origin: place } = new URL(address)
  const known = await findKnown(db, place)
  const shown = givenKey ?? known?.vkey ?? (await fetchText(context, `${place}/log/key`))
  const verifier = shown === null ? null : readVkey(shown.trim())
  if (!verifier)
    throw new Unchecked(
      givenKey === null
        ? `${place} does not serve the key of a public log at /log/key`
        : '--key is not a verifier key, such as the one that log key prints'
    )
  if ((await readEpoch(db))?.publicKey.equals(verifier.publicKey))
    throw new Unchecked(`${place} is this network itself: its own witness proves nothing`)
  const note = await fetchText(context, `${place}/log/checkpoint`)
  if (note === null) throw new Unchecked(`${place} does not serve a checkpoint at /log/checkpoint`)
  const opened = openCheckpoint(note, verifier)
  if (!opened.ok) return refused(unopened(opened.code, verifier), [known?.note ?? '', note])
  // With a new key from the caller, its log is followed from the beginning.
  const before =
    known?.origin === verifier.name && known.vkey === writeVkey(verifier) ? known : null
  const problem = before && (await brokenSince(context, place, before, opened.checkpoint))
  if (before && problem) return refused(problem, [before.note, note])
  await keep(context, { place, verifier, note, checkpoint: opened.checkpoint, before })
  const sizeBefore = before ? Number(before.size) : null
  return { ok: true, origin: verifier.name, size: opened.checkpoint.size, sizeBefore }
}

/** Returns the last checkpoint of another log, with this network's cosignature. */
export async function readCosigned(db: Database, origin: string): Promise<string | null> {
  const row = await db
    .selectFrom('public_log_witnessed')
    .select('note')
    .where('origin', '=', origin)
    .executeTakeFirst()
  return row?.note ?? null
}

function refused(problem: string, evidence: readonly string[] = []): Witnessed {
  const notes = evidence.filter(it => it !== '')
  return { ok: false, isUnchecked: false, problem, evidence: notes }
}

function unopened(code: string, { name }: Verifier): string {
  if (code === 'not_signed') return `The checkpoint is not signed by the key of ${name}`
  if (code === 'other_origin')
    return `The log is no longer called ${name}. If the network explains why, such as a restore, follow the new log with --key`
  return `${name} does not serve a valid checkpoint`
}

/** Describes why the log's current state does not begin with its earlier one; null when it does. */
async function brokenSince(
  context: Parts,
  place: string,
  before: Known,
  now: Checkpoint
): Promise<string | null> {
  const old = { size: Number(before.size), root: before.root }
  const name = before.origin
  if (now.size < old.size)
    return `${name} now has ${now.size} entries, but had ${old.size} before: a log cannot get shorter`
  const path = `/log/consistency?from=${old.size}&to=${now.size}`
  const hashes =
    now.size === old.size ? [] : readHashes(await fetchText(context, `${place}${path}`))
  if (hashes === null)
    return `${name} does not prove that its log continues from the checkpoint that was kept`
  return isConsistent(old, now, hashes)
    ? null
    : `${name} shows a different history: its log of ${now.size} entries does not begin with the ${old.size} entries that it showed before`
}

/** Parses a log's response to `/log/consistency`; null for anything else. */
export function readHashes(text: string | null): Buffer[] | null {
  const hex = /^[0-9a-f]{64}$/
  try {
    const { hashes } = JSON.parse(text ?? '') as { hashes?: unknown }
    if (!Array.isArray(hashes) || hashes.length > 128) return null
    const isWhole = hashes.every(it => typeof it === 'string' && hex.test(it))
    return isWhole ? hashes.map(it => Buffer.from(it as string, 'hex')) : null
  } catch {
    return null
  }
}

type Kept = {
  place: string
  verifier: Verifier
  note: string
  checkpoint: Checkpoint
  before: Known | null
}

async function keep(context: Parts, it: Kept): Promise<void> {
  const { place, verifier, note, checkpoint, before } = it
  const { db, now } = context
  const epoch = await readEpoch(db)
  const text = readNote(note)?.text
  if (!epoch || text === undefined) throw new Error('The public log has not begun')
  const { signing } = await readKeys(db, context, epoch.keyId)
  const row = {
    ...{ origin: verifier.name, address: place, vkey: writeVkey(verifier) },
    ...{ size: BigInt(checkpoint.size), root: checkpoint.root, checked_at: now() },
    note: note + cosignatureLine(epoch.origin, signing, text, now())
  }
  await db.transaction().execute(async tx => {
    // Another process may have followed the log further in the meantime: the stored checkpoint never gets smaller.
    const current = await lockKnown(tx, place)
    if (before && current && current.size !== before.size) return
    await tx.deleteFrom('public_log_witnessed').where('address', '=', place).execute()
    await tx.insertInto('public_log_witnessed').values(row).execute()
  })
}

async function findKnown(db: Database, place: string): Promise<Known | null> {
  const row = await db
    .selectFrom('public_log_witnessed')
    .select(['origin', 'vkey', 'size', 'root', 'note'])
    .where('address', '=', place)
    .executeTakeFirst()
  return row ?? null
}

async function lockKnown(tx: Tx, place: string): Promise<{ size: bigint } | null> {
  const row = await tx
    .selectFrom('public_log_witnessed')
    .select('size')
    .where('address', '=', place)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Fetches a text; null for any response that is not a success. */
async function fetchText({ config }: Parts, address: string): Promise<string | null> {
  const fetched = await guardedFetch(address, {
    allowPrivateHosts: config.allowPrivateHosts,
    userAgent: 'Mille-Witness/1.0'
  })
  if (!fetched.ok) throw new Unchecked(`${new URL(address).origin} ${fetched.reason}`)
  return fetched.value.status === 200 ? fetched.value.text : null
}
