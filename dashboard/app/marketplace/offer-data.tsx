import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import { useState } from 'react'

/**
 * The offer for search engines, as schema.org's `Product`. It is rendered on the server only, because the browser must
 * not write into scripts and search engines read the server's HTML.
 */
export function OfferData({ offer, publicUrl }: { offer: Offer; publicUrl: string }) {
  const id = `offer-${offer.id}-data`
  const [isInPage] = useState(
    () => typeof document === 'undefined' || document.getElementById(id) !== null
  )
  if (!isInPage) return null
  return (
    <script id={id} type="application/ld+json">
      {offerJson(offer, publicUrl)}
    </script>
  )
}

/** Returns JSON that can neither close the script element nor start a comment. */
export function offerJson({ id, attributes }: Offer, publicUrl: string): string {
  const { name, summary, domain_name, price_us_cents, rating, ratings_count, logo } = attributes
  const url = `${publicUrl}/marketplace/${id}`
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    url,
    description: summary,
    brand: { '@type': 'Organization', name: domain_name },
    ...(logo === null ? {} : { image: `${publicUrl}${logo}` }),
    offers: {
      '@type': 'Offer',
      url,
      price: (price_us_cents / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock'
    },
    ...(rating === null
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rating,
            reviewCount: ratings_count
          }
        })
  }
  return JSON.stringify(product)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
}
