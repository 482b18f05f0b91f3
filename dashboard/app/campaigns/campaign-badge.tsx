import type { CampaignStatus } from '@mille/stores/campaigns/campaign-view.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import type { IconName } from '@mille/ui/icon/icon-shapes.tsx'
import { campaignStates } from './campaign-messages.ts'

const icons: Partial<Record<CampaignStatus, IconName>> = {
  active: 'play',
  paused: 'pause',
  pending: 'pending',
  out_of_funds: 'coin'
}

export function CampaignBadge({ status }: { status: CampaignStatus }) {
  const { label, tone } = campaignStates[status]
  return (
    <Badge tone={tone} icon={icons[status]}>
      {label}
    </Badge>
  )
}
