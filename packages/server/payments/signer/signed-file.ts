import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { SignedFamily } from './limits.ts'
import { writeLine } from './protocol.ts'

/** What was signed cannot be known: nothing more is. */
export class SignedFileBroken extends Error {
  override name = 'SignedFileBroken'
}

export type SignedFile = {
  /** Throws SignedFileBroken. */
  read: () => SignedFamily[]
  /** On the disk when it returns; before and after a crash it is one or the other, whole. */
  write: (families: readonly SignedFamily[]) => void
}

const kept = z.array(
  z.object({
    asset: z.enum(['BTC', 'USD', 'coin']),
    amount: z
      .string()
      .regex(/^\d{1,30}$/)
      .transform(BigInt),
    shared: z.array(z.string()).min(1),
    at: z.number().int()
  })
)

/**
 * What the signer has let out, in a file of its own: a line of JSON, and the SHA-256 of that line. It is begun when there
 * is none, and read again before each signature, so that nothing is ever counted from memory alone.
 */
export function openSignedFile(path: string): SignedFile {
  const file: SignedFile = {
    read() {
      const [line = '', sum, ...rest] = readText(path).split('\n')
      if (sum !== sumOf(line) || rest.join('') !== '')
        throw new SignedFileBroken(`${path} is not what the signer wrote`)
      return kept.parse(JSON.parse(line))
    },
    write(families) {
      const line = writeLine(families).trimEnd()
      try {
        replaceFile(path, `${line}\n${sumOf(line)}\n`)
      } catch (error) {
        throw new SignedFileBroken(`${path} cannot be written: ${(error as Error).message}`)
      }
    }
  }
  if (!existsSync(path)) file.write([])
  file.read()
  return file
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new SignedFileBroken(`${path} cannot be read: ${(error as Error).message}`)
  }
}

const sumOf = (line: string) => createHash('sha256').update(line).digest('hex')

function replaceFile(path: string, text: string): void {
  const beside = `${path}.new`
  writeFileSync(beside, text, { mode: 0o600, flush: true })
  renameSync(beside, path)
  // The new name is on the disk too.
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
