import {
  type ProductCategory,
  productCategories
} from '@mille/api/reference-data/product-categories.ts'
import { SearchSelect } from '@mille/ui/select/search-select.tsx'
import { type FormEvent, useState } from 'react'
import { productCategoryMessages } from '../../campaigns/product-category-messages.ts'
import { FormDialog } from '../../page/forms/form-dialog.tsx'
import { reviewMessages as messages } from './review-messages.ts'

const options = productCategories.map(({ id, name }) => ({ value: id, label: name }))

export type CorrectDialogProps = {
  /** What the advertiser said that the ad sells. Null if it did not say it. */
  category: ProductCategory | null
  onApprove: (category: ProductCategory) => void
  onClose: () => void
}

/** Asks what an ad sells, and approves it with that. */
export function CorrectDialog({ category, onApprove, onClose }: CorrectDialogProps) {
  const [chosen, setChosen] = useState(category)
  const [error, setError] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen === null) setError(messages.correctMissing)
    else onApprove(chosen)
  }

  return (
    <FormDialog
      title={messages.correctTitle}
      action={messages.approveCorrected}
      isSaving={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <SearchSelect
        label={messages.category}
        help={messages.correctText}
        options={options}
        value={chosen}
        searchLabel={productCategoryMessages.search}
        nothingFound={productCategoryMessages.nothingFound}
        error={error}
        onChange={category => {
          setChosen(category)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
