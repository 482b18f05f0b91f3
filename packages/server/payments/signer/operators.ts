import { createHmac, timingSafeEqual } from 'node:crypto'
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
import { JournalBroken } from './journal.ts'

const operator = z.object({
  /** The passkey's own ID, in base64url. */
  id: z.string().regex(/^[\w-]{1,1400}$/),
  /** COSE key, in base64url. */
  publicKey: z.string().regex(/^[\w-]{20,2000}$/),
  name: z.string().max(100)
})
export type Operator = z.infer<typeof operator>

/** Parses `<id> <public key> <name>`, as `mille passkeys` prints it; null for any other line. */
export function readOperator(line: string): Operator | null {
  const [id, publicKey, ...name] = line.trim().split(/\s+/)
  const read = operator.safeParse({ id, publicKey, name: name.join(' ') })
  return read.success ? read.data : null
}

/**
 * Reads the operators whose passkeys approve large payouts. The list is the signer's own, sealed like the journal: an
 * attacker who has taken over the server could write to the database.
 */
export function readOperators(path: string, keys: readonly Buffer[]): Operator[] {
  if (!existsSync(path)) return []
  const [line = '', seal = ''] = readFileSync(path, 'utf8').split('\n')
  const isOwn = keys.some(key => isSame(sealOf(key, line), seal))
  if (!isOwn) throw new JournalBroken(`${path} is not what the signer wrote`)
  return z.array(operator).parse(JSON.parse(line))
}

export function writeOperators(path: string, key: Buffer, operators: readonly Operator[]): void {
  const line = JSON.stringify(operators)
  const beside = `${path}.new`
  writeFileSync(beside, `${line}\n${sealOf(key, line)}\n`, { mode: 0o600, flush: true })
  renameSync(beside, path)
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const sealOf = (key: Buffer, line: string) =>
  createHmac('sha256', key).update(`operators\n${line}`).digest('hex')

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
