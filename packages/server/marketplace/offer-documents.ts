import type { Offer, WholeOffer } from '@mille/api/marketplace/endpoints.ts'
import { withoutMarkdown } from '../markdown/read-markdown.ts'
import type { OfferRow, WholeOfferRow } from './offer-queries.ts'

export function offerResource(row: OfferRow): Offer {
  const { name, description, publication_offer_type, state, domain_name, logo } = row
  const { languages, categories, included, turnaround_days, promotion_level } = row
  return {
    type: 'publication_offers',
    id: String(row.id),
    attributes: {
      ...{ name, description, publication_offer_type, state, domain_name, logo },
      ...{ languages, categories, included, turnaround_days, promotion_level },
      summary: row.summary ?? withoutMarkdown(description).summary,
      sites: [domain_name],
      // The API returns this price as a JSON number; the table limits it to what a number holds exactly.
      price_us_cents: Number(row.price_us_cents),
      rating: row.rating === null ? null : row.rating / 100,
      ratings_count: row.rating_count
    }
  }
}

/**
 * Returns an offer with its description as a tree: as parsed or, for an older offer that no job has parsed yet, as
 * plain text.
 */
export function wholeOfferResource(row: WholeOfferRow): WholeOffer {
  const { attributes, ...offer } = offerResource(row)
  const description_tree = row.description_tree ?? withoutMarkdown(row.description).tree
  return { ...offer, attributes: { ...attributes, description_tree } }
}
