import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonical } from './canonical.ts'
import { Charges, type Fee, inCoins } from './charges.ts'
import type { ReadLine } from './line-shapes.ts'
import { Lines, type Source } from './lines.ts'
import { isInTree, rootsByConsistency, type Tree } from './merkle.ts'
import { readNote } from './note.ts'
import { integer, moment, text, truth } from './shapes.ts'
import { require, Wrong } from './wrong.ts'

export type Options = {
  /** The key that the reader trusts. */
  key?: string | undefined
  /** A checkpoint that was kept, or a whole older bill. */
  kept?: string | undefined
  /** Called after each charge with how many bytes of the file are behind it. */
  onProgress?: (bytesRead: number) => void
}

/**
 * Verifies a bill as docs/bill.md says. Gives a sentence for each thing that is verified, and throws Wrong with one for the
 * first that is wrong.
 */
export function* verifyBill(source: Source, options: Options = {}): Generator<string, void, void> {
  const lines = new Lines(source)
  try {
    yield* verifyLines(lines, options)
  } catch (error) {
    if (error instanceof Wrong) throw error
    throw new Wrong(`Line ${lines.number} is damaged: it is not what belongs there.`)
  }
}

function* verifyLines(lines: Lines, { key, kept, onProgress }: Options) {
  const head = lines.expect('bill')
  const { note } = lines.expect('checkpoint')
  const isTrusted = head.version === 1 && (key === undefined || key === head.key)
  require(isTrusted, `The bill is signed with the key ${head.key}, and not with ${key}.`)
  const log = readNote(note, head)
  const consistency = lines.take('consistency')
  yield `Signature ok: ${head.origin}, ${inEnglish(log.count)} entries, key ${head.key}.`
  if (kept !== undefined) yield checkKept(kept, head, consistency, log)
  const charges = new Charges(head, log, readEntries(lines, log))
  for (let line = lines.take('charge'); line !== null; line = lines.take('charge')) {
    charges.check(lines, line)
    onProgress?.(lines.bytesRead)
  }
  const end = lines.expect('end')
  const isSum =
    [head, end].every(it => it.charges === charges.count && it.views === charges.views) &&
    charges.total === end.total &&
    lines.isAtEnd
  require(isSum, 'The sums in the bill are not those of its charges.')
  const count = inEnglish(charges.count)
  yield `${count} of ${count} charges are in the public log.`
  const rest = charges.listed < charges.views ? ' The others are no longer kept.' : ''
  yield `${inEnglish(charges.listed)} of ${inEnglish(charges.views)} views included.${rest}`
  const total = inCoins(charges.total, head.asset)
  const [what, did] = 'campaign' in head.subject ? ['Charge', 'charged'] : ['Earnings', 'earned']
  yield `${what} recomputed: ${total}, ${did}: ${total}, difference 0.`
}

/** What everybody may read, as far as it is about fees. */
function readEntries(lines: Lines, log: Tree): Fee[] {
  const fees: Fee[] = []
  for (let line = lines.take('entry'); line !== null; line = lines.take('entry')) {
    const { entry, index, proof } = line
    const bytes = concatBytes(Uint8Array.of(2), utf8ToBytes(canonical(entry)))
    const isLogged = isInTree(log, index, 1, [bytes].values(), proof)
    require(isLogged, `The public entry ${index} is not in the public log.`)
    const kind = text(entry.kind)
    if (kind === 'genesis')
      fees.push({ since: moment(entry.at), basisPoints: integer(entry.feeBasisPoints) })
    if (kind === 'fee' && !truth(entry.premium))
      fees.push({ since: moment(entry.since), basisPoints: integer(entry.basisPoints) })
  }
  return fees
}

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
    size, `The kept checkpoint has ${entries} entries, but the log of this bill has only ${inEnglish(size)}: download the bill again.`)
  require(count < size ||
    old.root ===
      log.root, `Two logs were shown: the kept checkpoint has other ${entries} entries than this bill.`)
  if (count > 0 && count < size) {
    require(line !== null &&
      line.from === count &&
      line.to === size, `The bill lacks the proof for a checkpoint kept at ${entries} entries.`)
    const path = line.hashes.map(it => hexToBytes(it))
    const [before, after] = rootsByConsistency(count, size, path, hexToBytes(old.root))
    const isGrown = bytesToHex(before) === old.root && bytesToHex(after) === log.root
    require(isGrown, `The log was rewritten: its first ${entries} entries are not those of the kept checkpoint.`)
  }
  return `Log consistent with the checkpoint kept at ${entries} entries.`
}

/** Of a bill that is kept, its checkpoint is meant. */
function noteOf(kept: string): string {
  if (!kept.startsWith('{')) return kept
  const line: unknown = JSON.parse(kept.split('\n')[1] ?? '')
  return text((line as { note?: string }).note)
}

function inEnglish(count: number): string {
  return count.toLocaleString('en-US')
}
