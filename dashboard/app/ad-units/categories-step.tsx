import { CategoryField } from './category-field.tsx'
import type { Offered, StepProps } from './step-props.ts'

type CategoriesStepProps = StepProps & Pick<Offered, 'categories'>

export function CategoriesStep({ stores, draft, problems, categories }: CategoriesStepProps) {
  return (
    <CategoryField
      offered={categories}
      chosen={draft.category_ids}
      problem={problems.category_ids}
      onChange={category_ids => stores.change({ category_ids })}
    />
  )
}
