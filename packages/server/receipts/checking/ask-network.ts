import { setTimeout as sleep } from 'node:timers/promises'

/** A network's answer, whatever it is, or the reason why there is none, as a sentence. */
export type Asked = { ok: true; status: number; text: string } | { ok: false; problem: string }
export type AskNetwork = (path: string) => Promise<Asked>

const timeoutMs = 30_000
const longestWaitMs = 60_000
const tries = 6
const longestAnswer = 4_000_000

/** Requests files of a network's log, and waits and retries when the network is busy. */
export function createAskNetwork(origin: string): AskNetwork {
  return async path => {
    for (let attempt = 1; ; attempt++) {
      const asked = await askOnce(origin, path)
      const isBusy = asked.ok && (asked.status === 429 || asked.status === 503)
      if (!asked.ok || !isBusy) return asked
      if (attempt === tries)
        return { ok: false, problem: `${origin} was too busy to answer, ${tries} times in a row` }
      await sleep(Math.min(asked.waitMs, longestWaitMs))
    }
  }
}

async function askOnce(
  origin: string,
  path: string
): Promise<(Asked & { ok: true; waitMs: number }) | (Asked & { ok: false })> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(`${origin}${path}`, { signal, redirect: 'error' })
    const text = await readText(answer)
    if (text === null)
      return { ok: false, problem: `${origin} answered with more than any proof has` }
    const waitMs = 1000 * Math.max(1, Number(answer.headers.get('retry-after')) || 0)
    return { ok: true, status: answer.status, text, waitMs }
  } catch (error) {
    const { name, message, cause } = error as Error
    if (name === 'TimeoutError')
      return { ok: false, problem: `${origin} did not answer within ${timeoutMs / 1000} seconds` }
    const why = cause instanceof Error ? cause.message : message
    return { ok: false, problem: `${origin} cannot be reached: ${why}` }
  }
}

/** Reads a response; returns null and stops reading when it is too long. */
async function readText({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > longestAnswer) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
