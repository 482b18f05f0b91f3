/** The attributes of a campaign that its creative is made of: a change of one is reviewed again. */
export const contentNames = [
  'language',
  'link_text',
  'creative_link',
  'creative_text',
  'creative_action',
  'rating',
  'banner_ids',
  'banners_only',
  'advert_logo',
  'advert_illustration'
] as const
