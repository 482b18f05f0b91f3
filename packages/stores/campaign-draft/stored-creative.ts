import { type Language, languages } from '@mille/api/reference-data/languages.ts'
import type { CreativeView } from '../campaigns/campaign-view.ts'
import type { CreativeDraft } from './creative-draft.ts'

/** Languages of the wizard: all except `el`. */
export const wizardLanguages = languages.filter(code => code !== 'el')

/** Converts a stored creative to fields of a form. */
export function draftOfCreative(creative: CreativeView): CreativeDraft {
  return {
    language: languages.find(it => it === creative.language) ?? ('en' as Language),
    link_text: creative.link_text,
    creative_link: creative.creative_link,
    creative_text: creative.creative_text,
    creative_action: creative.creative_action ?? '',
    rating: creative.rating ?? 'none',
    product_category: creative.product_category ?? 'none',
    advert_logo: creative.advert_logo,
    advert_illustration: creative.advert_illustration,
    banners: creative.banners,
    banners_only: creative.banners_only
  }
}
