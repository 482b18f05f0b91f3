import type { CampaignState } from '@mille/api/constants.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import type { IconName } from '@mille/ui/icon/icon-shapes.tsx'
import { campaignStates } from './campaign-messages.ts'

const icons: Partial<Record<CampaignState, IconName>> = {
  active: 'play',
  paused: 'pause',
  pending: 'pending',
  out_of_funds: 'coin'
}

export function CampaignBadge({ state }: { state: CampaignState }) {
  const { label, tone } = campaignStates[state]
  return (
    <Badge tone={tone} icon={icons[state]}>
      {label}
    </Badge>
  )
}
