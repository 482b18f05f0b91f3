import type { OfferSort, OfferType } from '@mille/api/constants.ts'

export const marketplaceMessages = {
  title: 'Marketplace',
  description: 'Publishers who write, send or show something about you, at a fixed price.',
  catalog: 'Catalog',
  orders: 'Orders',
  ownOffers: 'My offers',
  becomePublisher: 'Offer a publication',
  empty: 'No offers yet',
  emptyText: 'Offers appear here as soon as publishers make them.',
  nothing: 'No offer fits all of this',
  nothingText: 'Drop one of these, and there may be some:',
  results: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'offer' : 'offers'}`,
  clearAll: 'Clear all',
  filters: 'Filters',
  showFilters: 'Filters',
  search: 'Search',
  searchLabel: 'Words in the offer or its site',
  narrowed: 'Narrowed by',
  drop: (what: string) => `Without ${what}`,
  sort: 'Sort by',
  hot: 'Hot',
  hotOnly: 'Hot offers only',
  languages: 'Languages',
  categories: 'Subjects',
  sites: 'Sites',
  rating: 'Rating',
  ratings: 'What advertisers say',
  stars: (stars: number) => `${stars} of 5 stars`,
  ratedBy: (rating: number, count: number) =>
    `${rating.toFixed(1)} of 5, ${count} ${count === 1 ? 'rating' : 'ratings'}`,
  price: 'Price',
  priceMin: 'From, USD',
  priceMax: 'To, USD',
  priceWrong: 'Type an amount such as 250 or 99.50.',
  from: (price: string) => `from ${price}`,
  upTo: (price: string) => `up to ${price}`,
  apply: 'Apply',
  more: (count: number) => `${count} more`,
  unrated: 'Not rated yet',
  type: 'Kind',
  included: 'What you get',
  turnaround: 'Published within',
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  siteImpressions: 'Seen ads on the site, 30 days',
  verifiedSince: 'Site verified',
  order: 'Order this',
  orderText: 'Your money waits on hold until you have seen it published.',
  ownOffer: 'This is your own offer.',
  edit: 'Edit the offer',
  notLive: 'Only you see this offer: it is not in the catalog.',
  similar: 'Similar offers',
  samePublisher: 'Of the same publisher',
  back: 'Marketplace',
  pages: 'Pages of the catalog'
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
