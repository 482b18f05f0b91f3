import type { Banner } from '@mille/api/banners/endpoints.ts'
import type { CreativePicture } from '@mille/api/campaigns/endpoints.ts'
import { type Rating, ratings } from '@mille/api/constants.ts'
import type { Language } from '@mille/api/reference-data/languages.ts'
import type { ProductCategory } from '@mille/api/reference-data/product-categories.ts'
import { completeWebAddress } from '../shared/web-address.ts'

/** The input for one creative. */
export type CreativeDraft = {
  language: Language
  link_text: string
  creative_link: string
  creative_text: string
  /** The label of the ad's button. If it is empty, the default in the creative's language is used. */
  creative_action: string
  rating: Rating | 'none'
  product_category: ProductCategory | 'none'
  advert_logo: CreativePicture | null
  advert_illustration: CreativePicture | null
  banners: Banner[]
  banners_only: boolean
}

export const emptyCreativeDraft: CreativeDraft = {
  language: 'en',
  link_text: '',
  creative_link: '',
  creative_text: '',
  creative_action: '',
  rating: 'none',
  product_category: 'none',
  advert_logo: null,
  advert_illustration: null,
  banners: [],
  banners_only: false
}

/** Returns the attributes of a creative, as the server takes them for a campaign and for a variant. */
export function contentAttributes(draft: CreativeDraft) {
  return {
    language: draft.language,
    link_text: draft.link_text,
    creative_link: completeWebAddress(draft.creative_link),
    creative_text: draft.creative_text,
    creative_action: draft.creative_action.trim() === '' ? null : draft.creative_action,
    rating: ratings.find(rating => rating === draft.rating) ?? null,
    product_category: draft.product_category === 'none' ? null : draft.product_category,
    banner_ids: draft.banners.map(banner => banner.id),
    banners_only: draft.banners_only,
    advert_logo: draft.advert_logo?.id ?? null,
    advert_illustration: draft.advert_illustration?.id ?? null
  }
}
