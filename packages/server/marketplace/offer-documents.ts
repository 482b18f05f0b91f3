import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import type { OfferRow } from './offer-queries.ts'

export function offerResource(row: OfferRow): Offer {
  const { name, description, publication_offer_type, state, domain_name, logo } = row
  const { languages, categories, included, turnaround_days, promotion_level } = row
  return {
    type: 'publication_offers',
    id: String(row.id),
    attributes: {
      ...{ name, description, publication_offer_type, state, domain_name, logo },
      ...{ languages, categories, included, turnaround_days, promotion_level },
      sites: [domain_name],
      // The contract gives this price as a JSON number; the table keeps it in what a number holds exactly.
      price_us_cents: Number(row.price_us_cents),
      rating: row.rating === null ? null : row.rating / 100,
      ratings_count: row.rating_count
    }
  }
}
