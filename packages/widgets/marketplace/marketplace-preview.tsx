import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import { formatUnits, unitsPer } from '@mille/money/amount.ts'
import type { PreviewStores } from '@mille/stores/marketplace/preview.ts'
import { useStore } from '@nanostores/react'
import type { WidgetLink } from '../shared/widget-link.ts'
import { type Translated, translate } from '../shared/words.ts'
import { marketplaceMessages } from './marketplace-messages.ts'

export type MarketplacePreviewProps = Translated & {
  stores: PreviewStores
  /** Origin of the network; empty on its own pages. */
  server?: string
  /** Number of the partner that referred the visitor, saved with an account the visitor creates. */
  partner?: string | null | undefined
  /** Accessible name of the list. */
  label?: string | null | undefined
  link?: WidgetLink
}

/** The newest offers of the marketplace. The height is the same while loading, after a failure, and with few offers. */
export function MarketplacePreview({
  stores,
  server = '',
  partner = null,
  label = null,
  link = 'a',
  words
}: MarketplacePreviewProps) {
  const preview = useStore(stores.$preview)
  const messages = translate(marketplaceMessages, words)
  const { lang = 'en', dir } = messages
  return (
    <section
      className="mille-offers"
      lang={lang}
      dir={dir}
      aria-label={label ?? messages.title}
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
              <OfferLink {...{ offer, server, partner, link, lang }} kinds={messages.types} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type OfferLinkProps = Required<Omit<MarketplacePreviewProps, 'stores' | 'label' | 'words'>> & {
  offer: Offer
  lang: string
  kinds: typeof marketplaceMessages.types
}

function OfferLink({ offer: { id, attributes }, link: Link, ...rest }: OfferLinkProps) {
  const { server, partner, lang, kinds } = rest
  const { name, domain_name, logo, publication_offer_type, price_us_cents } = attributes
  const query = partner == null ? '' : `?partner=${encodeURIComponent(partner)}`
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
      {/* A narrow page truncates the name; the tooltip shows all of it. */}
      <span className="mille-offer-words" title={name}>
        <span className="mille-offer-name" dir="auto">
          {name}
        </span>
        <span className="mille-offer-kind">
          {kinds[publication_offer_type]} · {domain_name}
        </span>
      </span>
      <span className="mille-offer-price">{formatPrice(price_us_cents, lang)}</span>
    </Link>
  )
}

/**
 * Returns the absolute address of a logo. The network names logos by path, and the page that shows them is on another
 * origin.
 */
function logoAddress(logo: string, server: string): string {
  return server === '' ? logo : new URL(logo, server).href
}

function BlankRows({ rows }: { rows: number }) {
  return (
    <ul className="mille-offers-blank" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blank rows differ in nothing else, and never move
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

/** Formats a price exactly, by passing the decimal to the formatter as text. */
function formatPrice(cents: number, lang: string): string {
  const dollars = new Intl.NumberFormat(lang, { minimumFractionDigits: 2 })
  const whole = formatUnits(BigInt(cents) * unitsPer('us_cents'), 2)
  return `${dollars.format(whole as `${number}`)}\u00a0USD`
}
