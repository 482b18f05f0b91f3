import type { CallFailure } from '@mille/api/client.ts'
import { atom, computed } from 'nanostores'
import { noProblems, type Problems, problemsOf, withoutFields } from './problems.ts'

type Saved<Form> = { ok: true; value: Form } | CallFailure

/**
 * State of a form that edits something stored on the server.
 * @param saved what the server has stored
 * @param send saves a form, and returns what the server has stored afterward
 * @param textOf returns equal texts for forms with the same meaning
 */
export function createSavedForm<Form extends object>(
  saved: Form,
  send: (form: Form) => Promise<Saved<Form>>,
  textOf: (form: Form) => string = form => JSON.stringify(form)
) {
  const $saved = atom(saved)
  const $form = atom(saved)
  const $isChanged = computed([$form, $saved], (form, before) => textOf(form) !== textOf(before))
  const $isSaving = atom(false)
  const $problems = atom<Problems>(noProblems)

  return {
    $form,
    $isChanged,
    $isSaving,
    $problems,
    change(patch: Partial<Form>) {
      $form.set({ ...$form.get(), ...patch })
      $problems.set(withoutFields($problems.get(), Object.keys(patch)))
    },
    /** Saves the form. Returns true when the server has stored it. */
    async save(): Promise<boolean> {
      if ($isSaving.get()) return false
      $isSaving.set(true)
      const result = await send($form.get())
      $isSaving.set(false)
      $problems.set(result.ok ? noProblems : problemsOf(result))
      if (!result.ok) return false
      $saved.set(result.value)
      $form.set(result.value)
      return true
    }
  }
}
