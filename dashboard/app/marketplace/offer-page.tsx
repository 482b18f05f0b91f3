import type { Offer, OfferDocument } from '@mille/api/marketplace/endpoints.ts'
import { campaignPathOf } from '@mille/stores/campaign-wizard/traffic-source.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { categoryLabels } from '../page/category-labels.ts'
import { Facts } from '../page/facts.tsx'
import { formatCount, formatDate } from '../page/formats.ts'
import { languageName } from '../page/language-name.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/offer-page.ts'
import { Description } from './description.tsx'
import { MarketplaceNav } from './marketplace-nav.tsx'
import { marketplaceMessages as messages, offerTypes } from './messages.ts'
import { OfferCards } from './offer-cards.tsx'
import { OfferData } from './offer-data.tsx'

async function load(args: LoadArgs<{ id: string }>) {
  const { api, publicUrl } = args.context.get(pageContext)
  const offer = answerOf(await api.marketplace.readOffer({ id: args.params.id }), args)
  return { ...offer, publicUrl }
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(
    matches,
    loaderData?.data.attributes.name ?? messages.title,
    loaderData?.data.attributes.summary.slice(0, 200)
  )

export default function OfferPage({ loaderData }: Route.ComponentProps) {
  const { data, meta, publicUrl } = loaderData
  const offer = data.attributes
  const isLive = offer.state === 'live'
  return (
    <div className={layout.stack}>
      {isLive && <OfferData key={data.id} offer={data} publicUrl={publicUrl} />}
      <MarketplaceNav />
      <PageHeader
        title={offer.name}
        description={offer.domain_name}
        badge={
          offer.promotion_level > 0 && (
            <Badge tone="warning" icon="coin">
              {messages.hot}
            </Badge>
          )
        }
        back={{ href: '/marketplace', label: messages.back }}
      />
      {!isLive && <Notice tone="info">{messages.notLive}</Notice>}
      <div className={`${layout.columns} ${layout.asideFirst}`}>
        <div className={layout.stack}>
          <Card>
            <Description tree={offer.description_tree} />
          </Card>
          {offer.included.length > 0 && (
            <Card title={messages.included}>
              <ul>
                {offer.included.map(line => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </Card>
          )}
          <Ratings ratings={meta.ratings} />
        </div>
        <OrderPanel offer={data} meta={meta} />
      </div>
      <Related title={messages.similar} offers={meta.similar} />
      <Related title={messages.samePublisher} offers={meta.same_publisher} />
    </div>
  )
}

function OrderPanel({ offer, meta }: { offer: Offer; meta: OfferDocument['meta'] }) {
  const it = offer.attributes
  const { price, site } = meta
  const other =
    price.BTC === null ? {} : { other: { units: BigInt(price.BTC), asset: 'BTC' as const } }
  return (
    <Card>
      <div className={layout.tight}>
        <Amount units={BigInt(price.USD)} asset="USD" size="large" {...other} />
        {meta.is_own ? (
          <>
            <p className={layout.soft}>{messages.ownOffer}</p>
            <Button href={`/publication_offers/${offer.id}`} isWide>
              {messages.edit}
            </Button>
          </>
        ) : (
          it.state === 'live' && (
            <>
              <Button
                href={`/publication_orders/new?offer_id=${offer.id}`}
                variant="primary"
                isWide
              >
                {messages.order}
              </Button>
              <p className={`${layout.soft} ${layout.small}`}>{messages.orderText}</p>
            </>
          )
        )}
        <hr />
        <Facts
          facts={[
            [messages.type, offerTypes[it.publication_offer_type]],
            [messages.turnaround, messages.days(it.turnaround_days)],
            [messages.languages, it.languages.map(languageName).join(', ')],
            [
              messages.categories,
              it.categories.map(name => categoryLabels[name] ?? name).join(', ')
            ],
            [messages.sites, it.sites.join(', ')],
            [
              messages.rating,
              it.rating === null ? messages.unrated : messages.ratedBy(it.rating, it.ratings_count)
            ],
            ...(site.impressions > 0
              ? ([[messages.siteImpressions, formatCount(site.impressions)]] as const)
              : []),
            ...(site.verified_at === null
              ? []
              : ([[messages.verifiedSince, formatDate(site.verified_at)]] as const))
          ]}
        />
        {site.for_sale !== null && !meta.is_own && (
          <>
            <hr />
            <Button href={campaignPathOf('site', site.for_sale)} isWide>
              {messages.advertise}
            </Button>
            <p className={`${layout.soft} ${layout.small}`}>{messages.advertiseText}</p>
          </>
        )}
      </div>
    </Card>
  )
}

function Ratings({ ratings }: { ratings: OfferDocument['meta']['ratings'] }) {
  const withWords = ratings.filter(it => it.comment !== '')
  if (withWords.length === 0) return null
  return (
    <Card title={messages.ratings}>
      <ul className={layout.plainList}>
        {withWords.map(it => (
          <li key={it.created_at}>
            <p>{it.comment}</p>
            <p className={`${layout.soft} ${layout.small}`}>
              {messages.stars(it.stars)}, {formatDate(it.created_at)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Related({ title, offers }: { title: string; offers: readonly Offer[] }) {
  if (offers.length === 0) return null
  return (
    <section className={layout.tight}>
      <h2>{title}</h2>
      <OfferCards offers={offers} level={3} />
    </section>
  )
}
