import { createOfferFormStores } from '@mille/stores/marketplace/offer-form.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import { useNavigate } from 'react-router'
import { MarketplaceNav } from '../marketplace/marketplace-nav.tsx'
import { marketplaceMessages } from '../marketplace/messages.ts'
import { useApp, useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { useReloadOn } from '../page/loads/use-reload-on.ts'
import { notifyPage } from '../page/page-events.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { SignInNotice } from '../sign-in/sign-in-notice.tsx'
import { useDraft } from '../wizard/use-wizard-step.ts'
import type { Route } from './+types/become-publisher-page.ts'
import { offerMessages as messages } from './messages.ts'
import { OfferForm } from './offer-form.tsx'
import { verifiedSites } from './verified-sites.ts'

async function load({ context }: LoadArgs) {
  return { sites: await verifiedSites(context.get(pageContext)) }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.newTitle, messages.newText)

/** Visitors can fill in the form too. Their draft is kept in the tab until they sign in and send it. */
export default function BecomePublisherPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createOfferFormStores, null)
  const { session, popups } = useApp()
  const isAuthorized = useStore(session.$isAuthorized)
  const navigate = useNavigate()
  const { sites } = loaderData
  useDraft(stores.restore)
  useReloadOn(String(isAuthorized))

  async function submit() {
    if (!isAuthorized) {
      popups.open({ name: 'CREATE_ACCOUNT' })
      return
    }
    const id = await stores.save()
    if (id === null) return
    notifyPage('publisher_marketplace', { offer_id: id })
    void navigate('/publication_offers?created=1')
  }

  return (
    <div className={layout.stack}>
      <MarketplaceNav />
      <PageHeader
        title={messages.newTitle}
        description={messages.newText}
        back={{ href: '/marketplace', label: marketplaceMessages.back }}
      />
      {!isAuthorized && <SignInNotice>{messages.signIn}</SignInNotice>}
      {isAuthorized && sites.length === 0 && (
        <Notice
          tone="warning"
          action={
            <Button href="/ad-units/quick" size="small">
              {messages.addSite}
            </Button>
          }
        >
          {messages.noSites}
        </Notice>
      )}
      <OfferForm
        stores={stores}
        sites={sites}
        isAuthorized={isAuthorized}
        onSubmit={() => void submit()}
      />
    </div>
  )
}
