import type { Coupon } from '@mille/api/coupons/endpoints.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { couponEffects, couponMessages as messages } from './coupon-messages.ts'

export type CouponsTableProps = {
  coupons: readonly Coupon[]
  /** The current time, in milliseconds since 1970. */
  now: number
  onEnd: (id: string) => void
}

export function CouponsTable({ coupons, now, onEnd }: CouponsTableProps) {
  const hasEnded = ({ attributes: { expires_at } }: Coupon) =>
    expires_at !== null && Date.parse(expires_at) <= now
  return (
    <Table
      caption={messages.title}
      isCaptionHidden
      columns={[
        {
          id: 'code',
          header: messages.code,
          isRowHeader: true,
          render: ({ attributes }) => <code>{attributes.code}</code>
        },
        {
          id: 'effect',
          header: messages.effect,
          render: ({ attributes: { effect, asset, amount, is_limited: isLimited } }) =>
            asset !== null && amount !== null ? (
              <span className={layout.tight}>
                <Amount units={BigInt(amount)} asset={asset} />
                {isLimited && <span className={layout.small}>{messages.limited}</span>}
              </span>
            ) : (
              couponEffects[effect]
            )
        },
        {
          id: 'uses',
          header: messages.uses,
          align: 'end',
          render: ({ attributes }) => messages.of(attributes.uses, attributes.uses_limit)
        },
        {
          id: 'expires',
          header: messages.expires,
          render: coupon => {
            const { expires_at } = coupon.attributes
            if (expires_at === null) return messages.never
            return hasEnded(coupon) ? (
              <Badge>{messages.ended}</Badge>
            ) : (
              <time dateTime={expires_at}>{formatMoment(expires_at)}</time>
            )
          }
        },
        {
          id: 'end',
          header: messages.end,
          isHeaderHidden: true,
          align: 'end',
          render: coupon =>
            !hasEnded(coupon) && (
              <Button
                size="small"
                variant="quiet"
                aria-label={`${messages.end}: ${coupon.attributes.code}`}
                onClick={() => onEnd(coupon.id)}
              >
                {messages.end}
              </Button>
            )
        }
      ]}
      rows={coupons}
      rowKey={it => it.id}
      empty={
        <EmptyState icon="coin" title={messages.empty}>
          {messages.emptyText}
        </EmptyState>
      }
    />
  )
}
