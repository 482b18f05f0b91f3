import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Options, verifyBill } from '../verify-bill.ts'
import { Wrong } from '../wrong.ts'

export type Asked = {
  bill: string | Uint8Array
  key?: string
  kept?: string
  /** All entries of the log. */
  entries?: Uint8Array | 'unreachable'
  /** Time of the verification, in milliseconds since 1970. */
  now?: number
}
/**
 * Sentences about what a verifier verified, what it leaves to the reader, and the problem it found; null if it found
 * none.
 */
export type Verdict = {
  said: string[]
  unverified: string[]
  compare: string[]
  problem: string | null
  code: string | null
}

const script = fileURLToPath(new URL('./verify_many.py', import.meta.url))
/**
 * Default time of the verification: after every bill in the tests, and long before the network may forget its events.
 */
const usualNow = Date.parse('2026-11-30T00:00:00.000Z')
const maxAnswer = 1024 * 1024 * 1024

/** Runs the web page's verifier on a bill. Errors other than Wrong are rethrown. */
export function verifyHere({ bill, entries, ...options }: Asked): Verdict {
  const bytes = typeof bill === 'string' ? Buffer.from(bill) : bill
  const said: string[] = []
  const [compare, unverified]: [string[], string[]] = [[], []]
  const found = { verified: said, compare, unverified }
  const all = entries === 'unreachable' ? null : entries
  const given: Options = { now: usualNow, ...options, entries: all === undefined ? all : () => all }
  try {
    const source = {
      size: bytes.length,
      read: (from: number, to: number) => bytes.subarray(from, to)
    }
    for (const { kind, sentence } of verifyBill(source, given)) found[kind].push(sentence)
    return { said, unverified, compare, problem: null, code: null }
  } catch (error) {
    if (error instanceof Wrong)
      return { said, unverified, compare, problem: error.message, code: error.code }
    throw error
  }
}

/** Runs the Python verifier on many bills, in one process. */
export async function verifyInPython(asked: readonly Asked[]): Promise<Verdict[]> {
  const input = asked.flatMap(({ bill, entries, ...options }) => {
    const bytes = Buffer.from(bill)
    const given = typeof entries === 'string' ? null : entries
    const sizes = { size: bytes.length, entries: given?.length ?? entries ?? null }
    const line = JSON.stringify({ now: usualNow, ...options, ...sizes })
    return [Buffer.from(`${line}\n`), bytes, given ?? Buffer.alloc(0)]
  })
  const answer = await new Promise<string>((resolve, reject) => {
    const child = execFile('python3', [script], { maxBuffer: maxAnswer }, (error, stdout) =>
      error ? reject(error) : resolve(stdout)
    )
    child.stdin?.end(Buffer.concat(input))
  })
  return answer
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

/** Runs both verifiers on a bill; throws if their verdicts differ. */
export async function verifyBoth(asked: Asked): Promise<Verdict> {
  const here = verifyHere(asked)
  const [there] = await verifyInPython([asked])
  if (JSON.stringify(here) !== JSON.stringify(there))
    throw new Error(`One verifier says ${JSON.stringify(here)}, the other ${JSON.stringify(there)}`)
  return here
}
