import type { LightningNode } from '@mille/api/payments/endpoints.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { StatTile, StatTiles } from '@mille/ui/stat-tile/stat-tile.tsx'
import { formatCount } from '../../page/formats.ts'
import { lightningPageMessages as messages } from './lightning-page-messages.ts'

const btc = (units: string | bigint) => <Amount units={BigInt(units)} asset="BTC" />

/** What the channels can carry, what is in them right now, and what routing has cost. */
export function LightningFigures({ node }: { node: LightningNode['data']['attributes'] }) {
  const inFlight = BigInt(node.outgoing) + BigInt(node.incoming)
  return (
    <StatTiles>
      <StatTile
        label={messages.canReceive}
        value={btc(node.can_receive)}
        detail={
          <>
            {messages.largest} {btc(node.largest_received)}
          </>
        }
      />
      <StatTile
        label={messages.canSend}
        value={btc(node.can_send)}
        detail={
          <>
            <div>
              {messages.largest} {btc(node.largest_sent)}
            </div>
            <div>
              {messages.waiting} {btc(node.waiting)}
            </div>
          </>
        }
      />
      <StatTile
        label={messages.inFlight}
        value={btc(inFlight)}
        detail={messages.payments(formatCount(node.in_flight))}
      />
      <StatTile
        label={messages.fees}
        value={btc(node.fees_of_month)}
        detail={
          <>
            {messages.lastDay} {btc(node.fees_of_day)}
          </>
        }
      />
    </StatTiles>
  )
}
