import type { CreativeDraft } from '@mille/stores/campaign-draft/creative-draft.ts'
import { SearchSelect } from '@mille/ui/select/search-select.tsx'
import { memo } from 'react'
import { fieldText } from '../page/messages.ts'
import { campaignWizardMessages } from './messages.ts'
import {
  productCategoryMessages as messages,
  productCategoryOptions
} from './product-category-messages.ts'

export type ProductCategoryFieldProps = {
  value: CreativeDraft['product_category']
  problem: string | undefined
  onChange: (patch: Pick<CreativeDraft, 'product_category'>) => void
}

/** The field for what an ad sells, by which publishers can refuse it. */
export const ProductCategoryField = memo(function ProductCategoryField({
  value,
  problem,
  onChange
}: ProductCategoryFieldProps) {
  const label = campaignWizardMessages.fields.product_category
  return (
    <SearchSelect
      label={label}
      help={messages.help}
      name="product_category"
      options={productCategoryOptions}
      value={value}
      searchLabel={messages.search}
      nothingFound={messages.nothingFound}
      error={fieldText(label, problem)}
      onChange={product_category => onChange({ product_category })}
    />
  )
})
