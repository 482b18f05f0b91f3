import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Options, verifyBill } from '../verify-bill.ts'
import { Wrong } from '../wrong.ts'

export type Asked = { bill: string | Uint8Array; key?: string; kept?: string }
/** What a verifier has said, and what it has found wrong; null when nothing was. */
export type Verdict = { said: string[]; problem: string | null }

const script = fileURLToPath(new URL('./verify_many.py', import.meta.url))
const maxAnswer = 1024 * 1024 * 1024

/** What the verifier of the page says. Anything but a sentence is thrown on. */
export function verifyHere({ bill, ...options }: Asked): Verdict {
  const bytes = typeof bill === 'string' ? Buffer.from(bill) : bill
  const said: string[] = []
  const given: Options = options
  try {
    const source = {
      size: bytes.length,
      read: (from: number, to: number) => bytes.subarray(from, to)
    }
    for (const sentence of verifyBill(source, given)) said.push(sentence)
    return { said, problem: null }
  } catch (error) {
    if (error instanceof Wrong) return { said, problem: error.message }
    throw error
  }
}

/** What the Python file says of many bills, in one process. */
export async function verifyInPython(asked: readonly Asked[]): Promise<Verdict[]> {
  const input = asked.flatMap(({ bill, ...options }) => {
    const bytes = Buffer.from(bill)
    return [Buffer.from(`${JSON.stringify({ ...options, size: bytes.length })}\n`), bytes]
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

/** What both say, which has to be the same. */
export async function verifyBoth(asked: Asked): Promise<Verdict> {
  const here = verifyHere(asked)
  const [there] = await verifyInPython([asked])
  if (JSON.stringify(here) !== JSON.stringify(there))
    throw new Error(`One verifier says ${JSON.stringify(here)}, the other ${JSON.stringify(there)}`)
  return here
}
