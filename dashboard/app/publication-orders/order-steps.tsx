import type { OrderDocument } from '@mille/api/marketplace/endpoints.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { actorLabels, orderMessages as messages } from './messages.ts'
import { OrderBadge } from './order-badge.tsx'

/** The order's history: what happened, who did it, when and why. */
export function OrderSteps({ events }: { events: OrderDocument['meta']['events'] }) {
  return (
    <Card title={messages.steps}>
      <ol className={layout.plainList}>
        {events.map(({ to_state, actor, reason, at }) => (
          <li key={`${to_state} ${at}`}>
            <OrderBadge state={to_state} />
            <p className={`${layout.soft} ${layout.small}`}>
              {actorLabels[actor]}, <time dateTime={at}>{formatMoment(at)}</time>
            </p>
            {reason !== null && <p className={layout.words}>{reason}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
