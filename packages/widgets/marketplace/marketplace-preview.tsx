import type { OfferType } from '@mille/api/constants.ts'
import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import { formatUnits, unitsPer } from '@mille/money/amount.ts'
import type { PreviewStores } from '@mille/stores/marketplace/preview.ts'
import { useStore } from '@nanostores/react'
import type { WidgetLink } from '../shared/widget-link.ts'

export type MarketplacePreviewProps = {
  stores: PreviewStores
  /** The network's origin; empty on its own pages. */
  server?: string
  /** Who brought the visitor: a partner's number, kept with the account that they make. */
  partner?: string | null
  link?: WidgetLink
}

const messages = {
  title: 'Publication offers',
  empty: 'No offers yet',
  failed: 'The offers could not be loaded',
  retry: 'Try again'
}

const offerTypeNames: Record<OfferType, string> = {
  article: 'Article',
  press_release: 'Press release',
  social_post: 'Social post',
  newsletter: 'Newsletter',
  banner_placement: 'Banner placement',
  video: 'Video'
}

const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** The newest offers of the marketplace, equally high while it loads, when it failed and when there are few. */
export function MarketplacePreview({
  stores,
  server = '',
  partner = null,
  link = 'a'
}: MarketplacePreviewProps) {
  const preview = useStore(stores.$preview)
  return (
    <section
      className="mille-offers"
      aria-label={messages.title}
      aria-busy={preview.status === 'loading'}
    >
      <BlankRows rows={stores.limit} />
      {preview.status === 'failed' && (
        <div className="mille-offers-note" role="status">
          {messages.failed}
          <button type="button" onClick={() => void stores.loadOffers()}>
            {messages.retry}
          </button>
        </div>
      )}
      {preview.status === 'loaded' && preview.offers.length === 0 && (
        <p className="mille-offers-note">{messages.empty}</p>
      )}
      {preview.status === 'loaded' && preview.offers.length > 0 && (
        <ul>
          {preview.offers.map(offer => (
            <li key={offer.id}>
              <OfferLink offer={offer} server={server} partner={partner} link={link} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type OfferLinkProps = Required<Omit<MarketplacePreviewProps, 'stores'>> & { offer: Offer }

function OfferLink({ offer: { id, attributes }, server, partner, link: Link }: OfferLinkProps) {
  const { name, domain_name, logo, publication_offer_type, price_us_cents } = attributes
  const query = partner === null ? '' : `?partner=${encodeURIComponent(partner)}`
  return (
    <Link className="mille-offer" href={`${server}/marketplace/${id}${query}`}>
      {logo === null ? (
        <span className="mille-offer-logo" aria-hidden="true">
          {domain_name.charAt(0).toUpperCase()}
        </span>
      ) : (
        <img
          className="mille-offer-logo"
          src={logoAddress(logo, server)}
          alt=""
          width="44"
          height="44"
        />
      )}
      {/* A narrow page cuts it: the tip has all of it. */}
      <span className="mille-offer-words" title={name}>
        <span className="mille-offer-name" dir="auto">
          {name}
        </span>
        <span className="mille-offer-kind">
          {offerTypeNames[publication_offer_type]} · {domain_name}
        </span>
      </span>
      <span className="mille-offer-price">{formatPrice(price_us_cents)}</span>
    </Link>
  )
}

/** The network serves logos itself and names them by path; the page that shows them is on another origin. */
function logoAddress(logo: string, server: string): string {
  return server === '' ? logo : new URL(logo, server).href
}

function BlankRows({ rows }: { rows: number }) {
  return (
    <ul className="mille-offers-blank" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blank rows are told apart by nothing else, and never move
        <li key={row}>
          <span className="mille-offer">
            <span className="mille-offer-logo" />
            <span className="mille-offer-words">
              <span className="mille-offer-blank" />
              <span className="mille-offer-blank" />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Exact: the decimal goes to the formatter as text. */
function formatPrice(cents: number): string {
  const whole = formatUnits(BigInt(cents) * unitsPer('us_cents'), 2)
  return `${dollars.format(whole as `${number}`)}\u00a0USD`
}
