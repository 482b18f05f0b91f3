import { maxPartnerOffers, partnerAddress } from '@mille/stores/affiliates/partner-code.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { CodeBlock } from '@mille/ui/code-block/code-block.tsx'
import { useStore } from '@nanostores/react'
import { Suspense } from 'react'
import { useApp } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/affiliate-page.ts'
import styles from './landing.module.css'
import { LandingPoints, LandingStart } from './landing-start.tsx'
import { affiliate as messages } from './messages.ts'

// The server renders this part with the page; its code loads after the page.
const AffiliateCalculator = lazyPart(
  async () => (await import('./affiliate-calculator.tsx')).AffiliateCalculator
)
const PartnerBuilder = lazyPart(
  async () => (await import('../affiliates/partner-builder.tsx')).PartnerBuilder
)

async function load({ context }: LoadArgs) {
  const { api, publicUrl } = context.get(pageContext)
  const offers = await api.marketplace.previewOffers({ limit: maxPartnerOffers })
  // The page is shown even if the offers cannot be read.
  return { publicUrl, offers: offers.ok ? offers.value.data : null }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

export default function AffiliatePage({ loaderData }: Route.ComponentProps) {
  const user = useStore(useApp().session.$user)
  return (
    <div className={styles.page}>
      <LandingStart title={messages.title} lead={messages.lead} />
      <div className={`${layout.columns} ${layout.even}`}>
        <Suspense fallback={null}>
          <AffiliateCalculator />
        </Suspense>
        <OwnLink publicUrl={loaderData.publicUrl} />
      </div>
      {user && (
        <Suspense fallback={null}>
          <PartnerBuilder {...loaderData} partner={user.id} />
        </Suspense>
      )}
      <LandingPoints points={messages.points} />
    </div>
  )
}

function OwnLink({ publicUrl }: { publicUrl: string }) {
  const { session, popups } = useApp()
  const user = useStore(session.$user)
  return (
    <Card title={messages.link}>
      <div className={layout.stack}>
        {user === null ? (
          <>
            <p>{messages.signIn}</p>
            <div>
              <Button variant="primary" onClick={() => popups.open({ name: 'CREATE_ACCOUNT' })}>
                {messages.createAccount}
              </Button>
            </div>
          </>
        ) : (
          <>
            <CodeBlock label={messages.link} code={partnerAddress(publicUrl, user.id, 'home')} />
            <p className={layout.soft}>{messages.linkText}</p>
            <div className={layout.row}>
              <Button href="/reports/partners">{messages.report}</Button>
              <span className={layout.soft}>{messages.reportText}</span>
            </div>
          </>
        )}
        <div className={layout.tight}>
          <h3>{messages.unit}</h3>
          <p className={layout.soft}>{messages.unitText}</p>
          <div>
            <Button href="/ad-units/new/">{messages.unitButton}</Button>
          </div>
        </div>
      </div>
    </Card>
  )
}
