import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { UnitFallback } from '@mille/api/constants.ts'
import { atom, computed } from 'nanostores'
import { noProblems, type Problems, problemsOf, withoutFields } from '../shared/problems.ts'
import { completeWebAddress } from '../shared/web-address.ts'

export type FallbackForm = { fallback: UnitFallback; fallback_text: string; fallback_link: string }

/** What a unit shows without a campaign. */
export function createFallbackStores(api: Pick<Api, 'adUnits'>, unit: AdUnit) {
  const $saved = atom(formOf(unit))
  const $form = atom($saved.get())
  const $isChanged = computed(
    [$form, $saved],
    (form, saved) => JSON.stringify(form) !== JSON.stringify(saved)
  )
  const $isSaving = atom(false)
  const $problems = atom<Problems>(noProblems)

  return {
    $form,
    $isChanged,
    $isSaving,
    $problems,
    change(patch: Partial<FallbackForm>) {
      $form.set({ ...$form.get(), ...patch })
      $problems.set(withoutFields($problems.get(), Object.keys(patch)))
    },
    /** True when the server has it. */
    async save(): Promise<boolean> {
      if ($isSaving.get()) return false
      const { fallback, fallback_text, fallback_link } = $form.get()
      const words =
        fallback === 'own'
          ? { fallback_text, fallback_link: completeWebAddress(fallback_link) }
          : {}
      $isSaving.set(true)
      const result = await api.adUnits.updateAdUnit({ id: unit.id, fallback, ...words })
      $isSaving.set(false)
      $problems.set(result.ok ? noProblems : problemsOf(result))
      if (!result.ok) return false
      $saved.set(formOf(result.value.data))
      $form.set($saved.get())
      return true
    }
  }
}

function formOf({ attributes }: AdUnit): FallbackForm {
  const { fallback, fallback_text, fallback_link } = attributes
  return {
    fallback,
    fallback_text: fallback_text ?? '',
    fallback_link: fallback_link ?? ''
  }
}
