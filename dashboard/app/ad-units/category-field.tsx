import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { FieldGroup } from '@mille/ui/field/field.tsx'
import { fieldText } from '../page/messages.ts'
import styles from './category-field.module.css'
import { categoryChoices } from './choices.ts'
import { adUnitWizardMessages as messages } from './messages.ts'
import { toggled } from './toggled.ts'

export type CategoryFieldProps = {
  /** Ids of the offered categories and of the chosen categories. */
  offered: readonly string[]
  chosen: readonly string[]
  /** The error code of the chosen categories, if they are invalid. */
  problem: string | undefined
  onChange: (chosen: string[]) => void
}

/** The field for a site's subjects: any number of the categories. */
export function CategoryField({ offered, chosen, problem, onChange }: CategoryFieldProps) {
  const label = messages.fields.category_ids
  return (
    <FieldGroup label={label} help={messages.categoriesHelp} error={fieldText(label, problem)}>
      {() => (
        <div className={styles.categories}>
          {categoryChoices(offered, chosen).map(choice => (
            <Checkbox
              key={choice.value}
              label={choice.label}
              name="category_ids"
              value={choice.value}
              checked={chosen.includes(choice.value)}
              onChange={() => onChange(toggled(chosen, choice.value))}
            />
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
