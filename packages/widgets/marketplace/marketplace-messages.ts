import type { OfferType } from '@mille/api/constants.ts'

const types: Record<OfferType, string> = {
  article: 'Article',
  press_release: 'Press release',
  social_post: 'Social post',
  newsletter: 'Newsletter',
  banner_placement: 'Banner placement',
  video: 'Video'
}

export const marketplaceMessages = {
  title: 'Publication offers',
  empty: 'No offers yet',
  failed: 'The offers could not be loaded',
  retry: 'Try again',
  types
}
