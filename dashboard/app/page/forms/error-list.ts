import type { Problems } from '@mille/stores/shared/problems.ts'
import type { FormError } from '@mille/ui/form-errors/form-errors.tsx'
import { fieldText, problemText } from '../messages.ts'

/**
 * Returns the messages for the summary of a form's errors: general ones, then those of fields in the order of their
 * labels, which is their order on the page.
 */
export function errorList(
  { fields, general }: Problems,
  labels: Readonly<Record<string, string>>
): FormError[] {
  const order = Object.keys(labels)
  return [
    ...general.map(problem => ({ message: problemText(problem) })),
    ...Object.entries(fields)
      .map(([field, message]) => ({
        field,
        message: fieldText(labels[field] ?? field, message) ?? message
      }))
      .sort((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
  ]
}
