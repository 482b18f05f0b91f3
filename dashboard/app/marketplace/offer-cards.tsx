import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { marketplaceMessages as messages, offerTypes } from './messages.ts'
import styles from './offer-cards.module.css'
import { OfferPrice } from './offer-price.tsx'

/** A grid of offers. `level` is the heading level of their names. */
export function OfferCards({ offers, level = 2 }: { offers: readonly Offer[]; level?: 2 | 3 }) {
  return (
    <ul className={styles.cards}>
      {offers.map(offer => (
        <li key={offer.id} className={styles.card}>
          <OfferCard offer={offer} level={level} />
        </li>
      ))}
    </ul>
  )
}

function OfferCard({ offer, level }: { offer: Offer; level: 2 | 3 }) {
  const Name = `h${level}` as const
  const {
    name,
    summary,
    publication_offer_type,
    domain_name,
    logo,
    price_us_cents,
    promotion_level
  } = offer.attributes
  return (
    <article className={styles.offer}>
      <p className={styles.publisher}>
        <OfferLogo logo={logo} domain={domain_name} />
        <span className={styles.domain} title={domain_name}>
          {domain_name}
        </span>
        {promotion_level > 0 && (
          <Badge tone="warning" icon="coin">
            {messages.hot}
          </Badge>
        )}
      </p>
      <Name className={styles.name}>
        <Link href={`/marketplace/${offer.id}`}>{name}</Link>
      </Name>
      <p className={styles.description}>{summary}</p>
      <p className={styles.last}>
        <span>{offerTypes[publication_offer_type]}</span>
        <OfferPrice cents={price_us_cents} />
      </p>
    </article>
  )
}

/** The publisher's logo, or the first letter of its domain if there is none. */
function OfferLogo({ logo, domain }: { logo: string | null; domain: string }) {
  return logo === null ? (
    <span className={styles.letter} aria-hidden="true">
      {domain.charAt(0).toUpperCase()}
    </span>
  ) : (
    <img className={styles.logo} src={logo} alt="" width={32} height={32} loading="lazy" />
  )
}
