import { explorationShare } from '@mille/api/constants.ts'
import {
  createVariantChoiceStores,
  type VariantChoiceForm,
  weightField
} from '@mille/stores/variants/variant-choice.ts'
import {
  isLive,
  type VariantStores,
  type VariantView,
  weightShares
} from '@mille/stores/variants/variants.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { SavedFormCard } from '../page/forms/saved-form-card.tsx'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { variantChoiceMessages as messages, partText } from './variants-messages.ts'

/** The form for how a campaign chooses among its variants: by their weights, or the better one. */
export function VariantChoiceCard({ stores: variantStores }: { stores: VariantStores }) {
  const api = useApi()
  const [stores] = useState(() => createVariantChoiceStores(api, variantStores))
  const form = useStore(stores.$form)
  const { fields } = useStore(stores.$problems)
  const variants = useStore(variantStores.$variants)
  const shares = weightShares(variants.map(it => ({ ...it, weight: weightOf(form, it) })))
  const live = variants.filter(isLive).length

  // The name of the field is part of the change, so that the problem of the field disappears.
  function changeWeight(id: string, text: string) {
    stores.change({ weights: { ...form.weights, [id]: text }, [weightField(id)]: text })
  }

  return (
    <SavedFormCard
      title={messages.title}
      description={messages.text}
      stores={stores}
      saveLabel={messages.save}
      savedText={messages.saved}
    >
      <RadioCards
        label={messages.choice}
        isLabelHidden
        name="variant_choice"
        cardRem={16}
        options={[
          { value: 'weights', label: messages.weights, description: messages.weightsText },
          {
            value: 'best',
            label: messages.best,
            description: messages.bestText(live > 1 ? partText(explorationShare / live) : null)
          }
        ]}
        value={form.choice}
        onChange={choice => stores.change({ choice })}
      />
      {form.choice === 'weights' && (
        <div className={layout.pair}>
          {variants.map(({ id, name, weight }) => {
            const share = shares.get(id) ?? null
            const label = messages.weightOf(name)
            return (
              <TextField
                key={id}
                label={label}
                help={share === null ? messages.notLive : messages.share(partText(share))}
                name={weightField(id)}
                inputMode="numeric"
                autoComplete="off"
                value={form.weights[id] ?? String(weight)}
                error={fieldText(label, fields[weightField(id)])}
                onChange={({ target }) => changeWeight(id, target.value)}
              />
            )
          })}
        </div>
      )}
    </SavedFormCard>
  )
}

/** Returns the weight as typed, or the current one while what is typed is not a weight. */
function weightOf({ weights }: VariantChoiceForm, { id, weight }: VariantView): number {
  const typed = Number(weights[id])
  return Number.isInteger(typed) && typed > 0 ? typed : weight
}
