import {
  type Checkpoint,
  isConsistent,
  leafHash,
  openCheckpoint,
  readHashes,
  readVkey,
  rootByInclusion,
  type Verifier
} from '../../public-log/index.ts'
import type { AskNetwork } from './ask-network.ts'
import { entryBytes, readShownEntries } from './read-answers.ts'

/** What the log says about receipts, all of it proven to be in the log. */
export type LogView = {
  key: Verifier
  /** Keys that may sign receipts. */
  receiptKeys: Buffer[]
  /** Every name that the log has had. */
  origins: Set<string>
  /** Periods whose reports a restore lost. */
  losses: { from: Date; until: Date }[]
  /** Checks that a checkpoint is of this log; otherwise returns the problem as a sentence. */
  follow: (note: string) => Promise<Followed>
}
export type Followed = { ok: true; checkpoint: Checkpoint } | { ok: false; problem: string }
export type Opened =
  | { ok: true; log: LogView }
  | { ok: false; problem: string; isReached?: boolean }

/** Reads a network's log as far as receipts need it. `givenKey` is the log's key if the caller knows it. */
export async function openLog(
  ask: AskNetwork,
  origin: string,
  givenKey: string | null
): Promise<Opened> {
  const shown = await ask('/log/key')
  if (!shown.ok) return { ...shown, isReached: false }
  if (shown.status !== 200) return wrong(`${origin} does not serve the key of a public log`)
  const key = readVkey((givenKey ?? shown.text).trim())
  if (!key)
    return wrong(
      givenKey === null
        ? `${origin} does not serve the key of a public log`
        : 'The key that was passed with --key is not a verifier key'
    )
  const answer = await ask('/log/receipt-key')
  if (!answer.ok) return { ...answer, isReached: false }
  const said = answer.status === 200 ? readShownEntries(answer.text) : null
  if (!said) return wrong(`${origin} does not show the keys of its receipts`)
  const follow = createFollower(ask, key)
  const first = await follow(said.checkpoint)
  if (!first.ok) return first
  const log: LogView = {
    key,
    receiptKeys: [],
    origins: new Set(),
    losses: [],
    follow
  }
  for (const { entry, index, proof } of said.entries) {
    const bytes = entryBytes(entry)
    const root = bytes && rootByInclusion(leafHash(bytes), index, first.checkpoint.size, proof)
    if (!root?.equals(first.checkpoint.root))
      return wrong(`${origin} shows an entry that is not in its log, at place ${index}`)
    learn(log, entry)
  }
  return { ok: true, log }
}

function learn(log: LogView, entry: Record<string, unknown>): void {
  const { kind, origin, key, backup, at } = entry
  if (typeof origin === 'string') log.origins.add(origin)
  if (kind === 'receipt_key' && typeof key === 'string')
    log.receiptKeys.push(Buffer.from(key, 'base64'))
  if (kind === 'restore' && typeof backup === 'string' && typeof at === 'string')
    log.losses.push({ from: new Date(backup), until: new Date(at) })
}

/** Returns a function that checks each checkpoint against the previous one. */
function createFollower(ask: AskNetwork, key: Verifier): LogView['follow'] {
  const known = new Map<string, Checkpoint>()
  let last: Checkpoint | null = null
  return async note => {
    const seen = known.get(note)
    if (seen) return { ok: true, checkpoint: seen }
    const opened = openCheckpoint(note, key)
    if (!opened.ok) return wrong(`A checkpoint is not signed with the key of ${key.name}`)
    const { checkpoint } = opened
    if (last && !(await isOneLog(ask, last, checkpoint)))
      return wrong(`${key.name} shows two histories that do not belong together`)
    if (!last || checkpoint.size > last.size) last = checkpoint
    known.set(note, checkpoint)
    return { ok: true, checkpoint }
  }
}

async function isOneLog(ask: AskNetwork, one: Checkpoint, other: Checkpoint): Promise<boolean> {
  const [old, now] = one.size <= other.size ? [one, other] : [other, one]
  if (old.size === now.size) return old.root.equals(now.root)
  const answer = await ask(`/log/consistency?from=${old.size}&to=${now.size}`)
  const hashes = answer.ok ? readHashes(answer.text) : null
  return hashes !== null && isConsistent(old, now, hashes)
}

const wrong = (problem: string) => ({ ok: false as const, problem })
