import { fillMacros, sampleValues } from '@mille/api/campaigns/link-macros.ts'
import type { ProductCategory } from '@mille/api/reference-data/product-categories.ts'
import { currencies } from '@mille/money/amount.ts'
import type { ReviewItem, ReviewStores } from '@mille/stores/admin/review-queue.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { type ReactNode, Suspense, useState } from 'react'
import { CreativePreview } from '../../campaigns/creative-preview.tsx'
import { ratingLabels } from '../../campaigns/messages.ts'
import { PaymentText } from '../../campaigns/payment-text.tsx'
import { productCategoryName } from '../../campaigns/product-category-messages.ts'
import { shownCreative } from '../../campaigns/shown-creative.ts'
import { Facts } from '../../page/facts.tsx'
import { languageName } from '../../page/language-name.ts'
import layout from '../../page/layout.module.css'
import { lazyPart } from '../../page/loads/lazy-part.ts'
import { ForeignLink } from '../../page/navigation/foreign-link.tsx'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { CreativeLink } from './creative-link.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { LandingPages } from './landing-pages.tsx'
import { ownerFacts } from './owner-facts.tsx'
import { reasonMessages } from './reason-messages.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { reviewMessages as messages } from './review-messages.ts'

const CorrectDialog = lazyPart(async () => (await import('./correct-dialog.tsx')).CorrectDialog)

/** One creative as readers would see it, its declared properties, and the decision buttons. */
export function ReviewCard({ item, stores }: { item: ReviewItem; stores: ReviewStores }) {
  const { creative, isDeciding, problem } = item
  const [isRejecting, setIsRejecting] = useState(false)
  const [isCorrecting, setIsCorrecting] = useState(false)
  const toast = useToast()

  async function approve(correction?: ProductCategory) {
    setIsCorrecting(false)
    const outcome = await stores.approve(creative.id, correction)
    const description = creative.link_text
    if (outcome === 'over') toast.show({ title: messages.decidedBefore, description, tone: 'info' })
    if (outcome === 'failed') toast.show({ title: messages.failed, description, tone: 'alarm' })
  }

  async function reject(reason: string) {
    setIsRejecting(false)
    if (await stores.reject(creative.id, reason)) toast.show({ title: messages.rejected })
  }

  return (
    <Card
      title={creative.link_text}
      actions={
        <DecisionButtons
          isDeciding={isDeciding}
          onApprove={() => void approve()}
          onReject={() => setIsRejecting(true)}
        />
      }
    >
      <div className={layout.stack}>
        <ProblemNotice problem={problem} />
        {creative.state !== 'pending' && <LiveNotice state={creative.state} />}
        <div className={layout.columns}>
          <CreativePreview {...shownCreative(creative)} />
          <CreativeFacts item={item} onCorrect={() => setIsCorrecting(true)} />
        </div>
        {item.landing && <LandingPages check={item.landing} />}
      </div>
      <RejectDialog
        isOpen={isRejecting}
        onOpenChange={setIsRejecting}
        reasons={reasonMessages.ad}
        onReject={reason => void reject(reason)}
      />
      {isCorrecting && (
        <Suspense fallback={null}>
          <CorrectDialog
            category={creative.product_category}
            onApprove={category => void approve(category)}
            onClose={() => setIsCorrecting(false)}
          />
        </Suspense>
      )}
    </Card>
  )
}

/** Says that an ad went live by trust, and is only reviewed afterwards. */
function LiveNotice({ state }: Pick<ReviewItem['creative'], 'state'>) {
  return (
    <div>
      <Badge tone="info" isSentence>
        {state === 'live' ? messages.isLive : messages.wasLive}
      </Badge>
    </div>
  )
}

function CreativeFacts({ item, onCorrect }: { item: ReviewItem; onCorrect: () => void }) {
  const { creative, campaignId, campaignName, variantName, payment } = item
  return (
    <Facts
      facts={[
        ...ownerFacts(item),
        [
          messages.campaign,
          campaignId === null ? '–' : messages.campaignOf(campaignId, campaignName)
        ],
        ...(variantName === null ? [] : [[messages.variant, variantName] as const]),
        [messages.link, <CreativeLink key="link" link={creative.creative_link} />],
        ...finalAddress(item),
        [messages.language, languageName(creative.language)],
        [messages.subject, ratingLabels[creative.rating ?? 'none'].label],
        [
          messages.category,
          <span key="category" className={layout.row}>
            {productCategoryName(creative.product_category)}
            <Button
              size="small"
              aria-keyshortcuts="c"
              disabled={item.isDeciding}
              onClick={onCorrect}
            >
              {messages.correct}
            </Button>
          </span>
        ],
        [
          messages.price,
          payment && (
            <PaymentText key="price" payment={payment} asset={currencies[payment.currency].asset} />
          )
        ]
      ]}
    />
  )
}

/** The address at the end of the link's redirects, if it is another one. */
function finalAddress({ creative, landing }: ReviewItem): [string, ReactNode][] {
  const url = landing?.found?.url
  if (url === undefined || url === fillMacros(creative.creative_link, sampleValues)) return []
  return [[messages.finalAddress, <ForeignLink key="final" href={url} />]]
}
