import type { Site } from '@mille/api/sites/endpoints.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { siteStates } from './messages.ts'

export function SiteBadge({ state }: { state: Site['attributes']['state'] }) {
  const { label, tone } = siteStates[state]
  return <Badge tone={tone}>{label}</Badge>
}
