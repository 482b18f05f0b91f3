import { siteCategories } from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { FieldGroup } from '@mille/ui/field/field.tsx'
import { categoryLabels } from '../page/category-labels.ts'
import { fieldText } from '../page/messages.ts'
import styles from './categories-step.module.css'
import { wizardMessages as messages } from './messages.ts'
import type { StepProps } from './step-props.ts'
import { toggled } from './toggled.ts'

export function CategoriesStep({ stores: { change }, draft, problems }: StepProps) {
  const { fields } = messages
  return (
    <FieldGroup
      label={fields.category_ids}
      help={messages.categoriesHelp}
      error={fieldText(fields.category_ids, problems.category_ids)}
    >
      {() => (
        <div className={styles.categories}>
          {siteCategories.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={categoryLabels[name] ?? name}
              name="category_ids"
              value={id}
              checked={draft.category_ids.includes(String(id))}
              onChange={() => change({ category_ids: toggled(draft.category_ids, String(id)) })}
            />
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
