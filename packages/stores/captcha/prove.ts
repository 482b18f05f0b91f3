import type { Challenge } from '@mille/api/captcha/endpoints.ts'
import type { CallFailure, CallResult } from '@mille/api/client.ts'
import type { CaptchaPurpose } from '@mille/api/constants.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { CaptchaApi, Send } from './captcha.ts'

/**
 * Number of parallel computations. Web Crypto runs them on the browser's own threads, so the page, whose policy allows
 * no workers, stays responsive.
 */
const solvers = 4

export type Proving<Answer> = {
  api: CaptchaApi
  purpose: CaptchaPurpose
  send: Send<Answer>
  /** The first call's failure, which is returned when the proof cannot be computed. */
  refused: CallFailure
  onProgress: (part: number) => void
}

/** Makes the call with a proof, and once more with a new proof if the first one arrived too late. */
export async function prove<Answer>(work: Proving<Answer>): Promise<CallResult<Answer>> {
  const first = await proveOnce(work)
  return first.ok || first.code !== 'captcha_invalid' ? first : proveOnce(work)
}

async function proveOnce<Answer>({
  api,
  purpose,
  send,
  refused,
  onProgress
}: Proving<Answer>): Promise<CallResult<Answer>> {
  const asked = await api.captcha.readChallenge({ purpose })
  if (!asked.ok) return asked
  const captcha = await solve(asked.value.data.attributes, onProgress)
  return captcha === null ? refused : send({ captcha })
}

/** Solves a challenge and returns ALTCHA's payload: the unchanged challenge and its solution, as JSON in base64. */
async function solve(
  { challenge, counters }: Challenge,
  onProgress: (part: number) => void
): Promise<string | null> {
  const controller = new AbortController()
  let tried = 0
  const derive: typeof deriveKey = async (...key) => {
    tried++
    if (tried % 16 === 0) onProgress(Math.min(1, tried / counters))
    return deriveKey(...key)
  }
  const racing = Array.from({ length: solvers }, (_, counterStart) =>
    solveChallenge({ challenge, controller, counterStart, counterStep: solvers, deriveKey: derive })
  )
  const solution = await Promise.race(racing)
  controller.abort()
  if (!solution) return null
  const { counter, derivedKey } = solution
  return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
}
