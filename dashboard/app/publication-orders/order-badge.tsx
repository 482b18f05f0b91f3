import type { OrderState } from '@mille/api/constants.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { orderStateWords } from './messages.ts'

export function OrderBadge({ state }: { state: OrderState }) {
  const { label, tone } = orderStateWords[state]
  return <Badge tone={tone}>{label}</Badge>
}
