import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import {
  createOfferReviewStores,
  type OfferReviewItem,
  type OfferReviewStores
} from '@mille/stores/admin/offers.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useState } from 'react'
import { Description } from '../../marketplace/description.tsx'
import { marketplaceMessages, offerTypes } from '../../marketplace/messages.ts'
import { OfferPrice } from '../../marketplace/offer-price.tsx'
import { useStores } from '../../page/app-context.tsx'
import { categoryLabels } from '../../page/category-labels.ts'
import { Facts } from '../../page/facts.tsx'
import { languageName } from '../../page/language-name.ts'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { problemText } from '../../page/messages.ts'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import { DecisionButtons } from '../review/decision-buttons.tsx'
import { RejectDialog } from '../review/reject-dialog.tsx'
import { reviewMessages } from '../review/review-messages.ts'
import { WaitingPage } from '../review/waiting-page.tsx'
import type { Route } from './+types/offers-page.ts'
import { offerReviewMessages as messages } from './marketplace-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.marketplace.listPendingOffers(), args)
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function OffersReviewPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createOfferReviewStores, loaderData)
  return (
    <WaitingPage
      messages={{ ...reviewMessages, ...messages }}
      stores={stores}
      keyOf={item => item.offer.id}
    >
      {item => <OfferReview item={item} stores={stores} />}
    </WaitingPage>
  )
}

function OfferReview({ item, stores }: { item: OfferReviewItem; stores: OfferReviewStores }) {
  const { offer, isDeciding, problem } = item
  const [isHot, setIsHot] = useState(offer.attributes.promotion_level > 0)
  const [isRejecting, setIsRejecting] = useState(false)
  const toast = useToast()

  async function approve() {
    if (await stores.approve(offer.id, isHot)) toast.show({ title: messages.approved })
  }

  async function reject(reason: string) {
    setIsRejecting(false)
    if (await stores.reject(offer.id, reason)) toast.show({ title: messages.rejected })
  }

  return (
    <Card
      title={offer.attributes.name}
      description={offer.attributes.domain_name}
      actions={
        <DecisionButtons
          isDeciding={isDeciding}
          onApprove={() => void approve()}
          onReject={() => setIsRejecting(true)}
        />
      }
    >
      <div className={layout.columns}>
        <div className={layout.tight}>
          {problem && <Notice tone="alarm">{problemText(problem)}</Notice>}
          <Description tree={offer.attributes.description_tree} />
          <ul>
            {offer.attributes.included.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        <div className={layout.tight}>
          <OfferFacts offer={offer} />
          <Checkbox
            label={messages.makeHot}
            name="hot"
            checked={isHot}
            onChange={event => setIsHot(event.target.checked)}
          />
        </div>
      </div>
      <RejectDialog
        isOpen={isRejecting}
        onOpenChange={setIsRejecting}
        onReject={reason => void reject(reason)}
      />
    </Card>
  )
}

function OfferFacts({ offer: { attributes: it } }: { offer: Offer }) {
  return (
    <Facts
      facts={[
        [marketplaceMessages.type, offerTypes[it.publication_offer_type]],
        [marketplaceMessages.price, <OfferPrice key="price" cents={it.price_us_cents} />],
        [marketplaceMessages.turnaround, marketplaceMessages.days(it.turnaround_days)],
        [marketplaceMessages.languages, it.languages.map(languageName).join(', ')],
        [
          marketplaceMessages.categories,
          it.categories.map(name => categoryLabels[name] ?? name).join(', ')
        ]
      ]}
    />
  )
}
