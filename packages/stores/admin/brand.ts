import { accentProblem, checkAccent } from '@mille/api/brand/accent.ts'
import type { Brand } from '@mille/api/brand/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { brandLogoBytes } from '@mille/api/constants.ts'
import { computed } from 'nanostores'
import { createSavedForm } from '../shared/saved-form.ts'

export type BrandStores = ReturnType<typeof createBrandStores>
type BrandForm = {
  name: string
  accent: string
  support_address: string
  /** The logo that the network has, or null to have none. */
  logo: Brand['logo']
  /** The file of another logo, which is sent when the form is saved. */
  image: File | null
}

/**
 * State of the form of the network's brand. The accent color is checked while it is typed, as the server checks it. A
 * chosen logo is uploaded before the change that names it, so that all the rest stays as typed if it is refused.
 */
export function createBrandStores({ brand }: Pick<Api, 'brand'>, loaded: Brand) {
  const form = createSavedForm(formOf(loaded), async typed => {
    const { name, accent, support_address, logo, image } = typed
    const uploaded = image && (await brand.uploadBrandLogo({ form: formDataOf(image) }))
    if (uploaded && !uploaded.ok) return uploaded
    const result = await brand.changeBrand({
      name,
      accent: accent.trim() || null,
      support_address: support_address.trim() || null,
      logo_id: uploaded?.value.data.id ?? logo?.id ?? null
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
  /** What is wrong with the chosen logo, as far as it is known before it is sent. */
  const $imageProblem = computed(form.$form, ({ image }) =>
    image && image.size > brandLogoBytes
      ? `The file is larger than ${brandLogoBytes / 1000} kB`
      : null
  )
  return { ...form, $accentProblem, $nearest, $imageProblem }
}

function formDataOf(image: File): FormData {
  const form = new FormData()
  form.append('data[image]', image)
  return form
}

function formOf({ name, accent, support_address, logo }: Brand): BrandForm {
  return { name, accent: accent ?? '', support_address: support_address ?? '', logo, image: null }
}
