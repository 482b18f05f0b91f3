import type { Api, CallResult } from '@mille/api/client.ts'
import type { CaptchaPurpose } from '@mille/api/constants.ts'
import { atom } from 'nanostores'

export type CaptchaApi = { captcha: Pick<Api['captcha'], 'readChallenge'> }
export type Send<Answer> = (proof: { captcha?: string }) => Promise<CallResult<Answer>>

/** The proof of work that some calls ask for: the user does nothing but wait a second. */
export function createCaptchaStores(api: CaptchaApi) {
  /** How much of the work is done, from 0 to 1; null while none is asked for. */
  const $progress = atom<number | null>(null)

  /** Makes the call; where the server asks for a proof, does the work and makes it once more. */
  async function withCaptcha<Answer>(
    purpose: CaptchaPurpose,
    send: Send<Answer>
  ): Promise<CallResult<Answer>> {
    const first = await send({})
    if (first.ok || first.code !== 'captcha_required') return first
    $progress.set(0)
    try {
      // Few visitors are ever asked: the solver is not loaded for the others.
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
