import { DisallowedField } from './disallowed-field.tsx'
import type { StepProps } from './step-props.ts'

export function DisallowedStep({ stores: { change }, draft, problems }: StepProps) {
  return (
    <DisallowedField
      value={draft.disallowed_ratings}
      problem={problems.disallowed_ratings}
      onChange={disallowed_ratings => change({ disallowed_ratings })}
    />
  )
}
