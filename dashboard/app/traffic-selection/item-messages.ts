/** Messages of the dialog with the details of one site. */
export const itemMessages = {
  units: 'Ad units',
  none: 'No ad unit of this site accepts campaigns right now.',
  impressions: 'Views per day',
  cpm: 'Average price per 1,000',
  language: 'Language',
  categories: 'Categories',
  rating: 'Traffic rating',
  size: 'Size',
  noPrice: 'No price data yet'
}
