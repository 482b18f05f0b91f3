import '@mille/widgets/marketplace/marketplace-preview.css'
import type { Api } from '@mille/api/client.ts'
import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import { pageSizes } from '@mille/api/page-sizes.ts'
import { createPreviewStores } from '@mille/stores/marketplace/preview.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { MarketplacePreview } from '@mille/widgets/marketplace/marketplace-preview.tsx'
import { Suspense } from 'react'
import { useApp, useStores } from '../page/app-context.tsx'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { commonMessages } from '../page/messages.ts'
import { nameOf, networkName, type TitleArgs } from '../page/page-title.ts'
import { LookAround } from '../shell/look-around.tsx'
import { PageLink } from '../shell/page-link.tsx'
import type { Route } from './+types/home-page.ts'
import styles from './home.module.css'
import { homeMessages as messages } from './messages.ts'

// The server renders these parts with the page; their code loads after the page.
const LedgerPicture = lazyPart(async () => (await import('./ledger-picture.tsx')).LedgerPicture)
const HomeLater = lazyPart(async () => (await import('./home-later.tsx')).HomeLater)

/** The fee of the example, in units of 0.01 %, if the network's own could not be read. */
const usualFee = 2000

const limit = pageSizes.preview

async function load({ context }: LoadArgs) {
  const { api } = context.get(pageContext)
  const [offers, books, terms, looks] = await Promise.all([
    api.marketplace.previewOffers({ limit }),
    api.books.readBooks(),
    api.earnings.readPublisherTerms(),
    api.accounts.listLookArounds()
  ])
  // The home page is shown even if these cannot be read.
  return {
    offers: offers.ok ? offers.value.data : null,
    totals: books.ok ? books.value.data.attributes.totals : null,
    terms: terms.ok ? terms.value.data.attributes : null,
    looks: looks.ok ? looks.value.data : []
  }
}

export const loader = load
export const clientLoader = load

export const meta = ({ matches }: TitleArgs) => [
  { title: `${networkName(matches)} · ${messages.title}` },
  { name: 'description', content: messages.description },
  { property: 'og:title', content: messages.title },
  { property: 'og:description', content: messages.description }
]

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const name = nameOf(useApp().brand)
  return (
    <div className={styles.page}>
      <section className={styles.start}>
        <div className={styles.words}>
          <p className={styles.kicker}>{name === commonMessages.name ? messages.kicker : name}</p>
          <h1 className={styles.title}>{messages.title}</h1>
          <p className={styles.lead}>{messages.lead}</p>
          <div className={styles.actions}>
            <Button variant="primary" href="/campaigns/quick">
              {messages.advertise}
            </Button>
            <Button href="/ad-units/quick">{messages.publish}</Button>
          </div>
          <LookAround looks={loaderData.looks} />
        </div>
        <Suspense fallback={null}>
          <LedgerPicture feeBasisPoints={loaderData.terms?.fee_basis_points ?? usualFee} />
        </Suspense>
      </section>
      <Suspense fallback={null}>
        <HomeLater totals={loaderData.totals} terms={loaderData.terms} />
      </Suspense>
      {loaderData.offers?.length !== 0 && (
        <section className={styles.offers}>
          <div className={styles.heading}>
            <div>
              <h2>{messages.marketplace}</h2>
              <p className={styles.soft}>{messages.marketplaceText}</p>
            </div>
            <Link href="/marketplace">{messages.all}</Link>
          </div>
          <Preview loaded={loaderData.offers} />
        </section>
      )}
    </div>
  )
}

const createPreview = (api: Api, loaded: Offer[] | null) =>
  createPreviewStores(count => api.marketplace.previewOffers({ limit: count }), { limit, loaded })

/** The marketplace widget that partners embed, with offers that the server has read. */
function Preview({ loaded }: { loaded: Offer[] | null }) {
  return <MarketplacePreview stores={useStores(createPreview, loaded)} link={PageLink} />
}
