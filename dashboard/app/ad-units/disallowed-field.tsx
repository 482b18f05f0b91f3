import { type Rating, ratings } from '@mille/api/constants.ts'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { FieldGroup } from '@mille/ui/field/field.tsx'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { disallowedLabels, adUnitWizardMessages as messages } from './messages.ts'
import { toggled } from './toggled.ts'

export type DisallowedFieldProps = {
  value: readonly Rating[]
  problem: string | undefined
  onChange: (value: Rating[]) => void
}

/** The field for the campaign ratings that a unit does not show. */
export function DisallowedField({ value, problem, onChange }: DisallowedFieldProps) {
  const label = messages.fields.disallowed_ratings
  return (
    <FieldGroup label={label} help={messages.disallowedHelp} error={fieldText(label, problem)}>
      {() => (
        <div className={layout.tight}>
          {ratings.map(rating => (
            <Checkbox
              key={rating}
              label={disallowedLabels[rating]}
              name="disallowed_ratings"
              value={rating}
              checked={value.includes(rating)}
              onChange={() => onChange(toggled(value, rating))}
            />
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
