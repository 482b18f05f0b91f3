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

const load = async ({ context }: LoadArgs) => ({ publicUrl: context.get(pageContext).publicUrl })

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

export default function AffiliatePage({ loaderData }: Route.ComponentProps) {
  return (
    <div className={styles.page}>
      <LandingStart title={messages.title} lead={messages.lead} />
      <div className={`${layout.columns} ${layout.even}`}>
        <Suspense fallback={null}>
          <AffiliateCalculator />
        </Suspense>
        <OwnLink publicUrl={loaderData.publicUrl} />
      </div>
      <LandingPoints points={messages.points} />
    </div>
  )
}

/** Returns the embed code with a reserved height of 268 px, which is the height of three offers. */
function marketplaceCode(publicUrl: string, partner: string): string {
  return `<script type="module" async src="${publicUrl}/embed/v1/marketplace.js"></script>
<mille-marketplace partner="${partner}" style="display:block;min-height:268px"></mille-marketplace>`
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
            <CodeBlock label={messages.link} code={`${publicUrl}/?partner=${user.id}`} />
            <p className={layout.soft}>{messages.linkText}</p>
            <CodeBlock label={messages.widget} code={marketplaceCode(publicUrl, user.id)} />
            <p className={layout.soft}>{messages.widgetText}</p>
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
