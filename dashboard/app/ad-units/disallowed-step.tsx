import { ratings } from '@mille/api/constants.ts'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { FieldGroup } from '@mille/ui/field/field.tsx'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { disallowedLabels, wizardMessages as messages } from './messages.ts'
import type { StepProps } from './step-props.ts'
import { toggled } from './toggled.ts'

export function DisallowedStep({ stores: { change }, draft, problems }: StepProps) {
  const { fields } = messages
  return (
    <FieldGroup
      label={fields.disallowed_ratings}
      help={messages.disallowedHelp}
      error={fieldText(fields.disallowed_ratings, problems.disallowed_ratings)}
    >
      {() => (
        <div className={layout.tight}>
          {ratings.map(rating => (
            <Checkbox
              key={rating}
              label={disallowedLabels[rating]}
              name="disallowed_ratings"
              value={rating}
              checked={draft.disallowed_ratings.includes(rating)}
              onChange={() =>
                change({ disallowed_ratings: toggled(draft.disallowed_ratings, rating) })
              }
            />
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
