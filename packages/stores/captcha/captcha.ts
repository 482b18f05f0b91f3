import type { Api, CallResult } from '@mille/api/client.ts'
import type { CaptchaPurpose } from '@mille/api/constants.ts'
import { atom } from 'nanostores'

export type CaptchaApi = { captcha: Pick<Api['captcha'], 'readChallenge'> }
export type Send<Answer> = (proof: { captcha?: string }) => Promise<CallResult<Answer>>

/** State of the proof of work that some calls require: the user only has to wait about a second. */
export function createCaptchaStores(api: CaptchaApi) {
  /** Progress of the proof of work, from 0 to 1; null while none is required. */
  const $progress = atom<number | null>(null)

  /** Makes the call. If the server requires a proof of work, computes it and makes the call again. */
  async function withCaptcha<Answer>(
    purpose: CaptchaPurpose,
    send: Send<Answer>
  ): Promise<CallResult<Answer>> {
    const first = await send({})
    if (first.ok || first.code !== 'captcha_required') return first
    $progress.set(0)
    try {
      // Few visitors ever need the solver, so it is loaded only on demand.
      const { prove } = await import('./prove.ts')
      return await prove({ api, purpose, send, refused: first, onProgress: $progress.set })
    } catch {
      return first
    } finally {
      $progress.set(null)
    }
  }

  return { $progress, withCaptcha }
}
