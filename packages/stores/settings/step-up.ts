import type { Api, CallResult } from '@mille/api/client.ts'
import type { StepUp } from '@mille/api/security/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import type { PasskeyBrowser } from './passkeys.ts'

export type StepUpMethod = StepUp['data']['attributes']['methods'][number]
export type StepUpStores = ReturnType<typeof createStepUpStores>

/** State of the question that asks users to confirm their identity; it is open while `$question` is not null. */
export function createStepUpStores(
  { security, passkeys }: Pick<Api, 'security' | 'passkeys'>,
  browser: Pick<PasskeyBrowser, 'get'>
) {
  const $question = atom<{ methods: readonly StepUpMethod[] } | null>(null)
  const $problem = atom<Problem | null>(null)
  const $isSending = atom(false)
  let answer: (isProved: boolean) => void = () => {}

  /**
   * Makes a call that may require a proof of identity: requests it when the server does, then retries the call. Returns
   * the first answer when the user cancels.
   */
  async function guard<Answer>(
    call: () => Promise<CallResult<Answer>>
  ): Promise<CallResult<Answer>> {
    const first = await call()
    if (first.ok || first.code !== 'step_up_required') return first
    return (await ask()) ? call() : first
  }

  async function ask(): Promise<boolean> {
    cancel()
    const read = await security.readStepUp()
    $problem.set(read.ok ? null : firstProblem(read))
    if (!read.ok) return false
    const { methods } = read.value.data.attributes
    const answered = new Promise<boolean>(resolve => {
      answer = resolve
    })
    $question.set({ methods })
    if (methods[0] === 'mail') void sendCode()
    return answered
  }

  async function sendCode(): Promise<boolean> {
    const sent = await security.requestStepUpCode()
    $problem.set(sent.ok ? null : firstProblem(sent))
    return sent.ok
  }

  async function proveByCode(code: string): Promise<void> {
    if ($isSending.get()) return
    $isSending.set(true)
    const proved = await security.stepUp({ access_code: code })
    $isSending.set(false)
    $problem.set(proved.ok ? null : firstProblem(proved))
    if (proved.ok) finish(true)
  }

  async function proveByPasskey(): Promise<void> {
    if ($isSending.get()) return
    $isSending.set(true)
    const asked = await passkeys.createPasskeyChallenge({ purpose: 'step_up' })
    const response = asked.ok ? await browser.get(asked.value.data.attributes.options) : null
    const proved = response ? await passkeys.stepUpWithPasskey({ response }) : null
    $isSending.set(false)
    if (!asked.ok) return $problem.set(firstProblem(asked))
    $problem.set(proved && !proved.ok ? firstProblem(proved) : null)
    if (proved?.ok) finish(true)
  }

  function finish(isProved: boolean): void {
    $question.set(null)
    answer(isProved)
    answer = () => {}
  }

  function cancel(): void {
    $problem.set(null)
    finish(false)
  }

  return { $question, $problem, $isSending, guard, sendCode, proveByCode, proveByPasskey, cancel }
}
