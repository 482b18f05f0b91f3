/** The details of one site. */
export const itemMessages = {
  units: 'Ad units',
  none: 'No unit of this site takes campaigns now.',
  impressions: 'Views a day',
  cpm: 'Average price for 1,000',
  language: 'Language',
  categories: 'Categories',
  rating: 'Traffic rating',
  size: 'Size',
  noPrice: 'Not paid for yet'
}
