import type { CampaignDocument } from '@mille/api/campaigns/endpoints.ts'
import { type CampaignStores, createCampaignStores } from '@mille/stores/campaigns/campaign.ts'
import type { CampaignView } from '@mille/stores/campaigns/campaign-view.ts'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { useReloadOn } from '../page/loads/use-reload-on.ts'
import { SectionNav } from '../page/navigation/section-nav.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignBadge } from './campaign-badge.tsx'
import {
  campaignTitle,
  campaignDetailMessages as messages,
  statusText
} from './campaign-messages.ts'

/** The common frame of a campaign's pages: its name, state, actions and the links to its other pages. */
export function CampaignFrame({
  loaded,
  children
}: {
  loaded: CampaignDocument
  children: (campaign: CampaignView, stores: CampaignStores) => ReactNode
}) {
  const stores = useStores(createCampaignStores, loaded)
  const campaign = useStore(stores.$campaign)
  const problem = useStore(stores.$problem)
  useReloadOn(campaign.state)
  const address = `/campaigns/${campaign.id}`
  return (
    <div className={layout.stack}>
      <PageHeader
        title={campaignTitle(campaign)}
        badge={<CampaignBadge status={campaign.status} />}
        description={statusText(campaign)}
        back={{ href: '/campaigns', label: messages.back }}
        actions={<CampaignActions stores={stores} />}
      />
      <SectionNav
        label={messages.pages}
        places={[
          { href: address, label: messages.report },
          { href: `${address}/money`, label: messages.money },
          { href: `${address}/creative`, label: messages.creative },
          { href: `${address}/traffic`, label: messages.traffic }
        ]}
      />
      <ProblemNotice problem={problem} />
      {campaign.creative?.rejected_reason && (
        <Notice tone="warning" title={messages.rejectedTitle}>
          {campaign.creative.rejected_reason}
        </Notice>
      )}
      {children(campaign, stores)}
    </div>
  )
}
