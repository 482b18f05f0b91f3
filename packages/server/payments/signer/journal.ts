import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  writeSync
} from 'node:fs'
import { dirname } from 'node:path'
import { takeLock } from '../../db/data-folder.ts'
import { StartError } from '../../start-error.ts'

/** The record of what was signed cannot be trusted, so nothing more is signed. */
export class JournalBroken extends Error {
  override name = 'JournalBroken'
}

export type Journal = {
  /** Lines that were written before, oldest first. */
  lines: readonly string[]
  /** Throws `JournalBroken` when another program has written, shortened or replaced the file. */
  check: () => void
  /**
   * Returns when the line is on the disk; throws `JournalBroken` when it is not, or when another program has written to
   * the file.
   */
  append: (line: string) => void
  close: () => void
}

const start = 'mille signer 2'

/**
 * Opens an append-only file. Each line ends with an HMAC over it and the previous line, with a key that only the signer
 * has: no one else can write a line, remove one from the middle or restart the file. A last line that a crash cut off
 * was never answered, and is removed.
 *
 * The lock allows one signer per file: two would each count only what they signed themselves.
 */
export function openJournal(path: string, keys: readonly Buffer[]): Journal {
  const lock = takeLock(`${path}.lock`)
  if (!lock.ok) throw new StartError(`Another signer, process ${lock.pid}, writes ${path}`)
  try {
    return openLocked(path, keys, lock.release)
  } catch (error) {
    lock.release()
    throw error
  }
}

function openLocked(path: string, keys: readonly Buffer[], release: () => void): Journal {
  const isNew = !existsSync(path)
  const file = openSync(path, 'a+', 0o600)
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const read = isNew ? null : keys.map(key => readLines(key, whole)).find(it => it !== null)
  if (read === undefined) {
    closeSync(file)
    throw new JournalBroken(`${path} is not what the signer wrote`)
  }
  const key = read?.key ?? keys[0]
  if (!key) throw new Error('A journal needs a key')
  let seal = read?.seal ?? ''
  let size = Buffer.byteLength(whole)
  if (whole.length < text.length) ftruncateSync(file, size)

  const check = () => expectUntouched(path, file, size)

  function append(line: string): void {
    check()
    const next = sealOf(key as Buffer, seal, line)
    const bytes = Buffer.from(`${line} ${next}\n`)
    try {
      if (writeSync(file, bytes) < bytes.length) throw new Error('the disk is full')
      fsyncSync(file)
    } catch (error) {
      throw new JournalBroken(`${path} cannot be written: ${(error as Error).message}`)
    }
    seal = next
    size += bytes.length
  }

  if (isNew) {
    append(start)
    syncFolder(path)
  }
  return {
    lines: read?.lines ?? [],
    check,
    append,
    close() {
      closeSync(file)
      release()
    }
  }
}

function readLines(
  key: Buffer,
  whole: string
): { key: Buffer; lines: string[]; seal: string } | null {
  const lines: string[] = []
  let seal = ''
  for (const it of whole.slice(0, -1).split('\n')) {
    const end = it.lastIndexOf(' ')
    const line = it.slice(0, end)
    const wanted = sealOf(key, seal, line)
    if (!isSame(wanted, it.slice(end + 1))) return null
    seal = wanted
    lines.push(line)
  }
  return lines.shift() === start ? { key, lines, seal } : null
}

/** Throws when the file was replaced or shortened, which stops the signer. */
function expectUntouched(path: string, file: number, size: number): void {
  const own = fstatSync(file)
  let named: { ino: number; dev: number } | null = null
  try {
    named = statSync(path)
  } catch {
    // The file is gone, which the check below reports.
  }
  if (own.size !== size || named?.ino !== own.ino || named.dev !== own.dev)
    throw new JournalBroken(`${path} is not what the signer wrote`)
}

function sealOf(key: Buffer, before: string, line: string): string {
  return createHmac('sha256', key).update(`${before}\n${line}`).digest('hex')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Syncs the folder, so that the file's name is on the disk too. */
function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
