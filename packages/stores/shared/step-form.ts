import type { CallResult } from '@mille/api/client.ts'
import { atom, type ReadableAtom } from 'nanostores'
import { hasProblems, noProblems, type Problems, problemsOf, withoutFields } from './problems.ts'

type Fields = Problems['fields']

/**
 * The checks of a wizard's steps. The contract's schemas are as much code as the whole wizard, and are not needed
 * before a step is finished.
 */
export function createStepChecks<Checks, Draft, Step>(
  load: () => Promise<Checks>,
  check: (checks: Checks, draft: Draft, step: Step) => Fields
) {
  let checks: Checks | null = null

  /** Fetches the checks ahead of the first of them. Without a network that one asks again. */
  async function prepare(): Promise<void> {
    checks ??= await load().catch(() => null)
  }

  async function checkStep(draft: Draft, step: Step): Promise<Problems> {
    if (checks === null) await prepare()
    if (checks === null) return { fields: {}, general: [{ code: 'unreachable', detail: '' }] }
    return { fields: check(checks, draft, step), general: [] }
  }

  return { prepare, checkStep }
}

type StepFormParts<Draft, Step> = {
  $draft: ReadableAtom<Draft>
  change: (patch: { reached: number }) => void
  /** The last of them sends. */
  steps: readonly Step[]
  stepOfFields: (fields: readonly string[]) => Step | null
  checkStep: (draft: Draft, step: Step) => Promise<Problems>
}

type Sent<Value, Step> = { ok: true; value: Value } | { ok: false; step: Step }

/** A form of several steps: what is wrong with it, how far one has come, and the sending of all of it. */
export function createStepForm<Draft extends { reached: number }, Step>({
  $draft,
  change,
  steps,
  stepOfFields,
  checkStep
}: StepFormParts<Draft, Step>) {
  const $problems = atom<Problems>(noProblems)
  const $isSubmitting = atom(false)
  /** Counts the refusals, so that the summary of errors takes the focus at each. */
  const $attempt = atom(0)
  const last = steps[steps.length - 1] as Step

  function refuse(problems: Problems): void {
    $problems.set(problems)
    if (hasProblems(problems)) $attempt.set($attempt.get() + 1)
  }

  /** What was wrong with fields that have been changed since. */
  function forget(fields: readonly string[]): void {
    $problems.set(withoutFields($problems.get(), fields))
  }

  /** Returns true if this step has no problems; the next one is then reached. */
  async function finishStep(step: Step): Promise<boolean> {
    const problems = await checkStep($draft.get(), step)
    refuse(problems)
    if (hasProblems(problems)) return false
    const next = steps.indexOf(step) + 1
    if (next > $draft.get().reached) change({ reached: next })
    return true
  }

  /** Checks every step and sends once; a refusal says which step has what is wrong. Sent is sent: it stays busy. */
  async function send<Value>(run: () => Promise<CallResult<Value>>): Promise<Sent<Value, Step>> {
    for (const step of steps) {
      if (await finishStep(step)) continue
      const isWrong = Object.keys($problems.get().fields).length > 0
      return { ok: false, step: isWrong ? step : last }
    }
    if ($isSubmitting.get()) return { ok: false, step: last }
    $isSubmitting.set(true)
    const result = await run()
    if (result.ok) return { ok: true, value: result.value }
    $isSubmitting.set(false)
    const problems = problemsOf(result)
    refuse(problems)
    return { ok: false, step: stepOfFields(Object.keys(problems.fields)) ?? last }
  }

  return { $problems, $isSubmitting, $attempt, refuse, forget, finishStep, send }
}
