import type { Api, CallFailure } from '@mille/api/client.ts'
import type { VariantChoice } from '@mille/api/constants.ts'
import { createSavedForm } from '../shared/saved-form.ts'
import type { VariantStores } from './variants.ts'

/** Weights as typed, by variant ID. Variants that are missing keep their weight. */
export type VariantChoiceForm = { choice: VariantChoice; weights: Readonly<Record<string, string>> }

/** Field name of a variant's weight in the form and in its problems. */
export const weightField = (id: string) => `weight_${id}`

/**
 * State of how a campaign chooses among its variants. Weights that do not apply, because the better one runs, are kept but
 * not sent.
 */
export function createVariantChoiceStores(
  api: Pick<Api, 'campaigns'>,
  { campaignId, $variants, $choice, put }: VariantStores
) {
  const changedWeights = ({ choice, weights }: VariantChoiceForm) =>
    choice === 'weights'
      ? $variants.get().flatMap(it => {
          const text = weights[it.id]?.trim()
          return text === undefined || text === String(it.weight) ? [] : [{ ...it, text }]
        })
      : []

  async function send(form: VariantChoiceForm) {
    const { choice } = form
    for (const { text, ...variant } of changedWeights(form)) {
      // A text that cannot be read as a number is sent as 0, so that the server refuses it.
      const weight = /^\d{1,3}$/.test(text) ? Number(text) : 0
      const result = await api.campaigns.updateVariant({
        ...{ id: campaignId, variant_id: variant.id },
        weight
      })
      if (!result.ok) return atField(result, weightField(variant.id))
      put({ ...variant, weight })
    }
    if (choice !== $choice.get()) {
      const result = await api.campaigns.updateVariantChoice({ id: campaignId, choice })
      if (!result.ok) return result
      $choice.set(choice)
    }
    return { ok: true as const, value: { choice, weights: {} } }
  }

  const saved: VariantChoiceForm = { choice: $choice.get(), weights: {} }
  return createSavedForm<VariantChoiceForm>(saved, send, form => {
    const weights = changedWeights(form).map(it => `${it.id} ${it.text}`)
    return [form.choice, ...weights].join()
  })
}

/** Moves the problem of the field `weight` to the field of one variant. */
function atField(failure: CallFailure, field: string): CallFailure {
  const errors = failure.errors.map(it =>
    it.source?.pointer === '/data/attributes/weight'
      ? {
          ...it,
          detail: it.detail.replace(/^weight /, ''),
          source: { pointer: `/data/attributes/${field}` }
        }
      : it
  )
  return { ...failure, errors }
}
