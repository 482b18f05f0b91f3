import { type OfferType, offerTypes as typeNames } from '@mille/api/constants.ts'
import type { Narrowing } from '@mille/stores/marketplace/catalog-filter.ts'
import { categoryLabels } from '../page/category-labels.ts'
import { languageName } from '../page/language-name.ts'
import { marketplaceMessages as messages, offerTypes } from './messages.ts'

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** Returns a catalog filter in plain words. */
export function narrowingWords({ name, value }: Pick<Narrowing, 'name' | 'value'>): string {
  if (name === 'types') return typeName(value)
  if (name === 'languages') return languageName(value)
  if (name === 'categories') return categoryLabels[value] ?? value
  if (name === 'priceMin') return messages.from(dollars.format(Number(value) / 100))
  if (name === 'priceMax') return messages.upTo(dollars.format(Number(value) / 100))
  if (name === 'hotOffers') return messages.hotOnly
  return name === 'words' ? `“${value}”` : value
}

function typeName(value: string): string {
  const known = typeNames.find((it): it is OfferType => it === value)
  return known ? offerTypes[known] : value
}
