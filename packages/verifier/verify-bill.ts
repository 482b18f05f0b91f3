import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonical } from './canonical.ts'
import { Charges } from './charges.ts'
import { Entries } from './entries.ts'
import type { ReadLine } from './line-shapes.ts'
import { Lines, type Source } from './lines.ts'
import { isInTree, rootsByConsistency, type Tree } from './merkle.ts'
import { readNote } from './note.ts'
import { text } from './shapes.ts'
import { inCoins } from './terms.ts'
import { require, Wrong } from './wrong.ts'

export type ReadEntries = (log: { origin: string; count: number }) => Uint8Array | null
export type Options = {
  /** Log key that the reader trusts. */
  key?: string | undefined
  /** A checkpoint that the reader kept, or a whole older bill. */
  kept?: string | undefined
  /**
   * Returns the first entries of the log with the given name, as many as requested, each preceded by its length as in
   * the log's files; null if they are unavailable.
   */
  entries?: ReadEntries | undefined
  /** Time of the verification, in milliseconds since 1970; by default the device's clock. */
  now?: number | undefined
  /** Called after each charge with the number of bytes of the file read so far. */
  onProgress?: (bytesRead: number) => void
}

/** A sentence about what was verified, what could not be verified, or what only the reader's own record can confirm. */
export type Finding = { kind: 'verified' | 'unverified' | 'compare'; sentence: string }

/**
 * Verifies a bill as docs/bill.md specifies. Yields a sentence for each fact that is verified or that the reader must
 * compare, and throws Wrong with a sentence for the first error.
 */
export function* verifyBill(source: Source, options: Options = {}): Generator<Finding, void, void> {
  const lines = new Lines(source)
  try {
    yield* verifyLines(lines, options)
  } catch (error) {
    if (error instanceof Wrong) throw error
    throw new Wrong(
      'line_damaged',
      `Line ${lines.number} is damaged: it is not what belongs there.`
    )
  }
}

function* verifyLines(lines: Lines, options: Options): Generator<Finding, void, void> {
  const { key, kept, entries, now = Date.now(), onProgress } = options
  const head = lines.expect('bill')
  const { note } = lines.expect('checkpoint')
  const isTrusted = head.version === 1 && (key === undefined || key === head.key)
  require(isTrusted, 'other_key', `The bill is signed with the key ${head.key}, and not with ${key}.`)
  const log = readNote(note, head)
  const consistency = lines.take('consistency')
  yield verified(`Signature ok: ${head.origin}, ${inEnglish(log.count)} entries, key ${head.key}.`)
  if (kept !== undefined) yield verified(checkKept(kept, head, consistency, log))
  const shown = readEntries(lines, log)
  const charges = new Charges(head, log, shown, now)
  for (let line = lines.take('charge'); line !== null; line = lines.take('charge')) {
    charges.check(lines, line)
    onProgress?.(lines.bytesRead)
  }
  const end = lines.expect('end')
  const isSum =
    [head, end].every(it => it.charges === charges.count && it.views === charges.views) &&
    charges.total === end.total &&
    lines.isAtEnd
  require(isSum, 'sums_differ', 'The sums in the bill are not those of its charges.')
  const all = entries?.({ origin: head.origin, count: log.count }) ?? null
  if (all) {
    shown.checkLog(all, log, charges.terms.units)
    const size = inEnglish(log.count)
    yield verified(`All ${size} entries of the log read: no public entry is left out.`)
  } else {
    const why = entries ? 'could not be read' : 'were not read'
    const sentence = `Whether the bill leaves out a public entry: the entries of the log ${why}.`
    yield { kind: 'unverified', sentence }
  }
  const count = inEnglish(charges.count)
  yield verified(`${count} of ${count} charges are in the public log.`)
  const views = inEnglish(charges.views)
  yield verified(`${inEnglish(charges.listed)} of ${views} views included.`)
  if (charges.listed < charges.views) {
    const rest = inEnglish(charges.views - charges.listed)
    const sentence = `${rest} views: the network says that it no longer keeps them.`
    yield { kind: 'unverified', sentence }
  }
  const total = inCoins(charges.total, head.asset)
  const [what, did] = 'campaign' in head.subject ? ['Charge', 'charged'] : ['Earnings', 'earned']
  yield verified(`${what} recomputed: ${total}, ${did}: ${total}, difference 0.`)
  for (const sentence of charges.terms.toCompare(charges, head.asset))
    yield { kind: 'compare', sentence }
}

/** Reads the public log entries that the bill contains, and checks that each is in the log. */
function readEntries(lines: Lines, log: Tree): Entries {
  const entries = new Entries()
  for (let line = lines.take('entry'); line !== null; line = lines.take('entry')) {
    const { entry, index, proof } = line
    const bytes = concatBytes(Uint8Array.of(2), utf8ToBytes(canonical(entry)))
    const isLogged = isInTree(log, index, 1, [bytes].values(), proof)
    require(isLogged, 'entry_not_logged', `The public entry ${index} is not in the public log.`)
    entries.add(index, entry)
  }
  return entries
}

const verified = (sentence: string): Finding => ({ kind: 'verified', sentence })

function checkKept(
  kept: string,
  head: ReadLine<'bill'>,
  line: ReadLine<'consistency'> | null,
  log: Tree
): string {
  const old = readNote(noteOf(kept), head, 'kept checkpoint')
  const [count, size] = [old.count, log.count]
  const entries = inEnglish(count)
  require(count <=
    size, 'kept_newer', `The kept checkpoint has ${entries} entries, but the log of this bill has only ${inEnglish(size)}: download the bill again.`)
  require(count < size ||
    old.root ===
      log.root, 'two_logs', `Two logs were shown: the kept checkpoint has other ${entries} entries than this bill.`)
  if (count > 0 && count < size) {
    require(line !== null &&
      line.from === count &&
      line.to ===
        size, 'consistency_missing', `The bill lacks the proof for a checkpoint kept at ${entries} entries.`)
    const path = line.hashes.map(it => hexToBytes(it))
    const [before, after] = rootsByConsistency(count, size, path, hexToBytes(old.root))
    const isGrown = bytesToHex(before) === old.root && bytesToHex(after) === log.root
    require(isGrown, 'log_rewritten', `The log was rewritten: its first ${entries} entries are not those of the kept checkpoint.`)
  }
  return `Log consistent with the checkpoint kept at ${entries} entries.`
}

/** Returns a kept checkpoint; for a kept bill, the checkpoint in it. */
function noteOf(kept: string): string {
  if (!kept.startsWith('{')) return kept
  const line: unknown = JSON.parse(kept.split('\n')[1] ?? '')
  return text((line as { note?: string }).note)
}

function inEnglish(count: number): string {
  return count.toLocaleString('en-US')
}
