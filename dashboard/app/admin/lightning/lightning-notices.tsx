import type { LightningNode } from '@mille/api/payments/endpoints.ts'
import { Address } from '@mille/ui/address/address.tsx'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import layout from '../../page/layout.module.css'
import { lightningPageMessages as messages } from './lightning-page-messages.ts'

type Props = { node: LightningNode['data']['attributes'] }

/** Says what is wrong with the node and its channels, the most serious first, and what to do about it. */
export function LightningNotices({ node }: Props) {
  if (node.stopped !== null)
    return (
      <Notice tone="alarm" title={messages.stopped}>
        {messages.stoppedText(node.stopped)}
      </Notice>
    )
  if (node.at === null)
    return (
      <Notice tone="warning" title={messages.unknown}>
        {messages.unknownText}
      </Notice>
    )
  return (
    <>
      {node.is_stale && (
        <Notice tone="alarm" title={messages.stale}>
          {messages.staleText}
        </Notice>
      )}
      <InboundNotice node={node} />
      {BigInt(node.waiting) > BigInt(node.can_send) && (
        <Notice tone="warning" title={messages.littleOutbound}>
          {messages.littleOutboundText}
        </Notice>
      )}
    </>
  )
}

function InboundNotice({ node }: Props) {
  const { can_receive: canReceive, largest_received: largest, maximum_deposit: maximum } = node
  if (canReceive === '0')
    return (
      <Notice tone="warning" title={messages.noInbound}>
        <div className={layout.tight}>
          <span>
            {messages.noInboundText}{' '}
            <Link href="/docs/operating/money#open-a-channel">{messages.guide}</Link>
          </span>
          {node.public_key !== null && (
            <div>
              <div>{messages.publicKey}</div>
              <Address value={node.public_key} what={messages.publicKeyWhat} />
            </div>
          )}
        </div>
      </Notice>
    )
  if (maximum === null || BigInt(largest) >= BigInt(maximum)) return null
  return (
    <Notice tone="info" title={messages.littleInbound}>
      {messages.littleInboundText}
      <div className={layout.row}>
        <Amount units={BigInt(largest)} asset="BTC" />{' '}
        <Amount units={BigInt(maximum)} asset="BTC" />
      </div>
    </Notice>
  )
}
