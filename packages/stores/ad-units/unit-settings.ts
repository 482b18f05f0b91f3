import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom, computed } from 'nanostores'
import { noProblems, type Problems, problemsOf, withoutFields } from '../shared/problems.ts'

type UnitSettings = Pick<AdUnit['attributes'], 'name' | 'size' | 'ad_type' | 'disallowed_ratings'>

/** What a unit is called, how large it is and which ads it takes. */
export function createUnitSettingsStores(api: Pick<Api, 'adUnits'>, unit: AdUnit) {
  const $saved = atom(settingsOf(unit))
  const $form = atom($saved.get())
  const $isChanged = computed([$form, $saved], (form, saved) => textOf(form) !== textOf(saved))
  const $isSaving = atom(false)
  const $problems = atom<Problems>(noProblems)

  return {
    $form,
    $isChanged,
    $isSaving,
    $problems,
    change(patch: Partial<UnitSettings>) {
      $form.set({ ...$form.get(), ...patch })
      $problems.set(withoutFields($problems.get(), Object.keys(patch)))
    },
    /** True when the server has it. */
    async save(): Promise<boolean> {
      if ($isSaving.get()) return false
      $isSaving.set(true)
      const result = await api.adUnits.updateAdUnit({ id: unit.id, ...$form.get() })
      $isSaving.set(false)
      $problems.set(result.ok ? noProblems : problemsOf(result))
      if (!result.ok) return false
      $saved.set(settingsOf(result.value.data))
      $form.set($saved.get())
      return true
    }
  }
}

function settingsOf({ attributes }: AdUnit): UnitSettings {
  const { name, size, ad_type, disallowed_ratings } = attributes
  return { name, size, ad_type, disallowed_ratings }
}

/** The order in which ratings were ticked does not matter. */
function textOf({ disallowed_ratings, ...rest }: UnitSettings): string {
  return JSON.stringify([rest, [...disallowed_ratings].sort()])
}
