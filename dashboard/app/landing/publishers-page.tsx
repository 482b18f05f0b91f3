import { Button } from '@mille/ui/button/button.tsx'
import { Suspense } from 'react'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { LookAround } from '../shell/look-around.tsx'
import type { Route } from './+types/publishers-page.ts'
import styles from './landing.module.css'
import { LandingStart } from './landing-start.tsx'
import { publishers as messages } from './publishers-messages.ts'

// The server renders this part with the page; its code loads after the page.
const PublishersLater = lazyPart(
  async () => (await import('./publishers-later.tsx')).PublishersLater
)

/** The page views a month with which the calculator begins. */
const impressions = 100_000

async function load({ context }: LoadArgs) {
  const { api, publicUrl } = context.get(pageContext)
  const [terms, estimate, looks] = await Promise.all([
    api.earnings.readPublisherTerms(),
    api.trafficStatistics.readTrafficEstimations({ type: 'traffic_estimations', impressions }),
    api.accounts.listLookArounds()
  ])
  // The page is shown even if its numbers cannot be read.
  return {
    publicUrl,
    terms: terms.ok ? terms.value.data.attributes : null,
    estimate: estimate.ok ? estimate.value.data.attributes : null,
    looks: looks.ok ? looks.value.data : []
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

export default function PublishersPage({ loaderData: { looks, ...loaded } }: Route.ComponentProps) {
  return (
    <div className={styles.page}>
      <LandingStart title={messages.title} lead={messages.lead}>
        <div>
          <Button variant="primary" href="/ad-units/quick">
            {messages.start}
          </Button>
        </div>
        <LookAround looks={looks} />
      </LandingStart>
      <Suspense fallback={null}>
        <PublishersLater {...loaded} />
      </Suspense>
    </div>
  )
}
