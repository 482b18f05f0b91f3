import {
  nameOfProductCategory,
  type ProductCategory,
  productCategories
} from '@mille/api/reference-data/product-categories.ts'

export const productCategoryMessages = {
  none: 'Not said',
  help: 'Optional. Some publishers refuse ads by what they sell. An ad without a category is never refused by one. It is reviewed with the ad, and a wrong one is corrected.',
  search: 'Search categories',
  nothingFound: 'No category contains these words.'
}

/** The choices of the field for what an ad sells. */
export const productCategoryOptions = [
  { value: 'none' as const, label: productCategoryMessages.none },
  ...productCategories.map(({ id, name }) => ({ value: id, label: name }))
]

/** Returns the name of what an ad sells. `none` and null both mean that the advertiser did not say it. */
export function productCategoryName(category: ProductCategory | 'none' | null): string {
  return nameOfProductCategory(category) ?? productCategoryMessages.none
}
