import type { CallResult } from '@mille/api/client.ts'
import { atom, type ReadableAtom } from 'nanostores'
import { hasProblems, noProblems, type Problems, problemsOf, withoutFields } from './problems.ts'

type Fields = Problems['fields']

/**
 * Runs the checks of a wizard's steps. The API's schemas are as large as the rest of the wizard, so they are loaded
 * only when a step is finished.
 */
export function createStepChecks<Checks, Draft, Step>(
  load: () => Promise<Checks>,
  check: (checks: Checks, draft: Draft, step: Step) => Fields
) {
  let checks: Checks | null = null

  /** Loads the checks in advance. If that fails, the first check tries again. */
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
  /** The wizard's steps; the last one sends the form. */
  steps: readonly Step[]
  stepOfFields: (fields: readonly string[]) => Step | null
  checkStep: (draft: Draft, step: Step) => Promise<Problems>
}

type Sent<Value, Step> = { ok: true; value: Value } | { ok: false; step: Step }

/** State of a form with several steps: its problems, the furthest step reached, and sending. */
export function createStepForm<Draft extends { reached: number }, Step>({
  $draft,
  change,
  steps,
  stepOfFields,
  checkStep
}: StepFormParts<Draft, Step>) {
  const $problems = atom<Problems>(noProblems)
  const $isSubmitting = atom(false)
  /** Counts refusals, so that the summary of errors gets the focus after each. */
  const $attempt = atom(0)
  const last = steps[steps.length - 1] as Step

  function refuse(problems: Problems): void {
    $problems.set(problems)
    if (hasProblems(problems)) $attempt.set($attempt.get() + 1)
  }

  /** Removes the problems of fields that have been changed. */
  function forget(fields: readonly string[]): void {
    $problems.set(withoutFields($problems.get(), fields))
  }

  /** Checks a step. Returns true if it has no problems, and then counts the next step as reached. */
  const finishStep = (step: Step) => finishSteps([step])

  /** Checks steps that are shown together, and shows the problems of all of them. */
  async function finishSteps(shown: readonly Step[]): Promise<boolean> {
    const draft = $draft.get()
    const found = await Promise.all(shown.map(step => checkStep(draft, step)))
    const fields: Fields = Object.assign({}, ...found.map(it => it.fields))
    const problems = { fields, general: found.find(it => it.general.length > 0)?.general ?? [] }
    refuse(problems)
    if (hasProblems(problems)) return false
    const next = Math.max(...shown.map(step => steps.indexOf(step))) + 1
    if (next > $draft.get().reached) change({ reached: next })
    return true
  }

  /**
   * Checks every step, then sends the form. A failure returns the step with the problem; after success the form stays
   * busy.
   */
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

  return { $problems, $isSubmitting, $attempt, refuse, forget, finishStep, finishSteps, send }
}
