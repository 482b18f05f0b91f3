import { createOfferFormStores } from '@mille/stores/marketplace/offer-form.ts'
import { firstProblem } from '@mille/stores/shared/problems.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useState } from 'react'
import { data, useNavigate, useRevalidator } from 'react-router'
import { useApi, useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { problemText } from '../page/messages.ts'
import { ConfirmDialog } from '../page/notices/confirm-dialog.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { useDraft } from '../wizard/use-wizard-step.ts'
import type { Route } from './+types/offer-edit-page.ts'
import { offerMessages as messages, offerStateBadges } from './messages.ts'
import { OfferForm } from './offer-form.tsx'
import { verifiedSites } from './verified-sites.ts'

async function load(args: LoadArgs<{ id: string }>) {
  const { api, readAccount } = args.context.get(pageContext)
  answerOf(await readAccount(), args)
  const offer = answerOf(await api.marketplace.readOffer({ id: args.params.id }), args)
  // Other users may see the offer in the catalog, but its edit page does not exist for them.
  if (!offer.meta.is_own) throw data({ code: 'not_found', detail: '' }, { status: 404 })
  return { offer, sites: await verifiedSites(args.context.get(pageContext)) }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.editTitle)

export default function OfferEditPage({ loaderData }: Route.ComponentProps) {
  const { offer, sites } = loaderData
  const stores = useStores(createOfferFormStores, offer)
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const { id, attributes } = offer.data
  const { label, tone } = offerStateBadges[attributes.state]
  const isArchived = attributes.state === 'archived'
  useDraft(stores.restore)

  async function submit() {
    if ((await stores.save()) === null) return
    toast.show({ title: messages.saved })
    void revalidate()
  }

  return (
    <div className={layout.stack}>
      <PageHeader
        title={attributes.name}
        badge={<Badge tone={tone}>{label}</Badge>}
        description={isArchived ? undefined : messages.editText}
        back={{ href: '/publication_offers', label: messages.back }}
        actions={
          <>
            <Button href={`/marketplace/${id}`}>{messages.view}</Button>
            {!isArchived && <ArchiveOffer id={id} />}
          </>
        }
      />
      {offer.meta.rejected_reason !== null && (
        <Notice tone="warning" title={messages.rejectedTitle}>
          {offer.meta.rejected_reason}
        </Notice>
      )}
      {!isArchived && (
        <OfferForm stores={stores} sites={sites} isAuthorized onSubmit={() => void submit()} />
      )}
    </div>
  )
}

function ArchiveOffer({ id }: { id: string }) {
  const api = useApi()
  const navigate = useNavigate()
  const toast = useToast()
  const [isAsking, setIsAsking] = useState(false)

  async function archive() {
    const result = await api.marketplace.archiveOffer({ id })
    setIsAsking(false)
    if (!result.ok) {
      toast.show({ title: problemText(firstProblem(result)), tone: 'alarm' })
      return
    }
    toast.show({ title: messages.archived })
    void navigate('/publication_offers')
  }

  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {messages.archive}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={messages.archiveTitle}
        action={messages.archive}
        onConfirm={archive}
      >
        <p>{messages.archiveText}</p>
      </ConfirmDialog>
    </>
  )
}
