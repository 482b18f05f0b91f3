import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { FieldGroup } from '@mille/ui/field/field.tsx'
import { fieldText } from '../page/messages.ts'
import styles from './categories-step.module.css'
import { categoryChoices } from './choices.ts'
import { wizardMessages as messages } from './messages.ts'
import type { Offered, StepProps } from './step-props.ts'
import { toggled } from './toggled.ts'

type CategoriesStepProps = StepProps & Pick<Offered, 'categories'>

export function CategoriesStep(props: CategoriesStepProps) {
  const { stores, draft, problems, categories } = props
  const { fields } = messages
  return (
    <FieldGroup
      label={fields.category_ids}
      help={messages.categoriesHelp}
      error={fieldText(fields.category_ids, problems.category_ids)}
    >
      {() => (
        <div className={styles.categories}>
          {categoryChoices(categories, draft.category_ids).map(({ value, label }) => (
            <Checkbox
              key={value}
              label={label}
              name="category_ids"
              value={value}
              checked={draft.category_ids.includes(value)}
              onChange={() => stores.change({ category_ids: toggled(draft.category_ids, value) })}
            />
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
