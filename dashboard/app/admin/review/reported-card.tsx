import type { ReportedItem, ReportedStores } from '@mille/stores/admin/reported-creatives.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useState } from 'react'
import { reasonLabels } from '../../about-ad/messages.ts'
import { CreativePreview } from '../../campaigns/creative-preview.tsx'
import { shownCreative } from '../../campaigns/shown-creative.ts'
import { Facts } from '../../page/facts.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { StaffLink } from '../staff-link.tsx'
import { CreativeLink } from './creative-link.tsx'
import { reasonMessages } from './reason-messages.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { reportsMessages as messages } from './reports-messages.ts'
import { reviewMessages } from './review-messages.ts'

/** One reported creative as readers see it, the readers' reports, and the decision buttons. */
export function ReportedCard({ item, stores }: { item: ReportedItem; stores: ReportedStores }) {
  const { creative, isDeciding, problem } = item
  const [isRejecting, setIsRejecting] = useState(false)
  const toast = useToast()
  const isLive = creative.state === 'live'

  async function dismiss() {
    if (await stores.dismiss(creative.id)) toast.show({ title: messages.dismissed })
  }

  async function reject(reason: string) {
    setIsRejecting(false)
    if (await stores.reject(creative.id, reason)) toast.show({ title: messages.rejected })
  }

  return (
    <Card
      title={creative.link_text}
      actions={
        <>
          {isLive && (
            <Button
              aria-keyshortcuts="r"
              isLoading={isDeciding}
              onClick={() => setIsRejecting(true)}
            >
              {messages.reject}
            </Button>
          )}
          <Button
            variant="primary"
            aria-keyshortcuts="a"
            isLoading={isDeciding}
            onClick={() => void dismiss()}
          >
            {messages.dismiss}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <ProblemNotice problem={problem} />
        <div className={layout.columns}>
          <CreativePreview {...shownCreative(creative)} isBannersOnly={creative.banners_only} />
          <ReportFacts item={item} />
        </div>
      </div>
      <RejectDialog
        isOpen={isRejecting}
        onOpenChange={setIsRejecting}
        reasons={reasonMessages.ad}
        onReject={reason => void reject(reason)}
      />
    </Card>
  )
}

function ReportFacts({ item: { creative, reports } }: { item: ReportedItem }) {
  const counts = reports.reasons.map(it => messages.count(reasonLabels[it.reason], it.count))
  return (
    <Facts
      facts={[
        [messages.reports, counts.join(', ')],
        [messages.note, reports.note ?? '–'],
        [messages.newest, formatMoment(reports.last_reported_at)],
        [messages.campaign, reviewMessages.campaignOf(reports.campaign_id, reports.campaign_name)],
        [
          messages.advertiser,
          <StaffLink key="advertiser" href={`/admin/users/${reports.user_id}`}>
            {reports.user_name ?? reports.user_id}
          </StaffLink>
        ],
        [messages.link, <CreativeLink key="link" link={creative.creative_link} />],
        ...(creative.state === 'live'
          ? []
          : ([[messages.state, messages.notLive]] satisfies [string, string][]))
      ]}
    />
  )
}
