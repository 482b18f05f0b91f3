import type { OfferSort, OfferType } from '@mille/api/constants.ts'

export const marketplaceMessages = {
  title: 'Marketplace',
  description: 'Publishers who write about you or feature you, at a fixed price.',
  catalog: 'Catalog',
  orders: 'Orders',
  ownOffers: 'My offers',
  becomePublisher: 'Offer a publication',
  empty: 'No offers yet',
  emptyText: 'Offers appear here as soon as publishers add them.',
  nothing: 'No offers match these filters',
  nothingText: 'Try removing one of these filters:',
  results: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'offer' : 'offers'}`,
  clearAll: 'Clear all',
  filters: 'Filters',
  showFilters: 'Filters',
  search: 'Search',
  searchLabel: 'Search offers and sites',
  narrowed: 'Active filters',
  drop: (what: string) => `Remove ${what}`,
  sort: 'Sort by',
  hot: 'Hot',
  hotOnly: 'Hot offers only',
  languages: 'Languages',
  categories: 'Subjects',
  sites: 'Sites',
  rating: 'Rating',
  ratings: 'Advertiser reviews',
  stars: (stars: number) => `${stars} of 5 stars`,
  ratedBy: (rating: number, count: number) =>
    `${rating.toFixed(1)} of 5, ${count} ${count === 1 ? 'rating' : 'ratings'}`,
  price: 'Price',
  priceMin: 'Minimum (USD)',
  priceMax: 'Maximum (USD)',
  priceWrong: 'Enter an amount such as 250 or 99.50.',
  from: (price: string) => `from ${price}`,
  upTo: (price: string) => `up to ${price}`,
  apply: 'Apply',
  more: (count: number) => `${count} more`,
  unrated: 'Not rated yet',
  type: 'Type',
  included: 'What you get',
  turnaround: 'Published within',
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  siteImpressions: 'Viewable ads on the site (30 days)',
  verifiedSince: 'Site verified',
  order: 'Order now',
  orderText: 'Your money stays on hold until you have seen it published.',
  ownOffer: 'This is your own offer.',
  edit: 'Edit offer',
  notLive: 'Only you can see this offer. It is not in the catalog.',
  similar: 'Similar offers',
  samePublisher: 'More from this publisher',
  back: 'Marketplace',
  pages: 'Catalog pages'
}

export const offerTypes: Record<OfferType, string> = {
  article: 'Article',
  press_release: 'Press release',
  social_post: 'Social post',
  newsletter: 'Newsletter',
  banner_placement: 'Banner placement',
  video: 'Video'
}

export const offerSortLabels: Record<OfferSort, string> = {
  '-price_us_cents': 'Most expensive first',
  price_us_cents: 'Cheapest first',
  '-rating': 'Best rated first',
  '-created_at': 'Newest first',
  relevance: 'Best match first'
}
