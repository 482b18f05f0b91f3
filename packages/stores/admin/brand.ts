import { accentProblem, checkAccent } from '@mille/api/brand/accent.ts'
import type { Brand } from '@mille/api/brand/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { computed } from 'nanostores'
import { createSavedForm } from '../shared/saved-form.ts'

export type BrandStores = ReturnType<typeof createBrandStores>
type BrandForm = { name: string; accent: string; support_address: string }

/** State of the form of the network's brand. The accent color is checked while it is typed, as the server checks it. */
export function createBrandStores({ brand }: Pick<Api, 'brand'>, loaded: Brand) {
  const form = createSavedForm(formOf(loaded), async ({ name, accent, support_address }) => {
    const result = await brand.changeBrand({
      name,
      accent: accent.trim() || null,
      support_address: support_address.trim() || null
    })
    return result.ok ? { ok: true as const, value: formOf(result.value.data.attributes) } : result
  })
  const $accent = computed(form.$form, it => it.accent.trim().toLowerCase())
  /** What is wrong with the typed color; null if it is accepted, or not typed to its end. */
  const $accentProblem = computed($accent, it => (it.length < 7 ? null : accentProblem(it)))
  /** The color to use instead, if the typed one is refused because of its contrast. */
  const $nearest = computed($accent, it => {
    const checked = checkAccent(it)
    return checked.ok ? null : checked.nearest
  })
  return { ...form, $accentProblem, $nearest }
}

function formOf({ name, accent, support_address }: Brand): BrandForm {
  return { name, accent: accent ?? '', support_address: support_address ?? '' }
}
