/** The attributes of a campaign that make up its creative. A change to any of them requires another review. */
export const contentNames = [
  'language',
  'link_text',
  'creative_link',
  'creative_text',
  'creative_action',
  'rating',
  'product_category',
  'banner_ids',
  'banners_only',
  'advert_logo',
  'advert_illustration'
] as const
