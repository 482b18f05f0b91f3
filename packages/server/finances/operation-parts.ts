import { type RawBuilder, sql } from 'kysely'
import { type Operation, windowStart } from './operations.ts'

/**
 * Returns the SQL condition for the ledger entries of an operation on the owner's accounts, by the subject of their
 * transfers. It must be used where `transfer` and its `account` are joined.
 */
export function isPartOf({ id, sourceId, asset }: Operation, userId: number): RawBuilder<unknown> {
  const { word, rest } = partsOf(id)
  switch (word) {
    case 'spending':
      return sql`${about('settlement', rest)} and account.owner = 'campaign'`
    case 'earning':
      return sql`account.owner = 'ad_unit' and account.owner_id = ${sourceId}
          and transfer.kind = 'unit_settlement' and key in (${unitKeysOf(rest)})
        or ${about('earning', rest)}
        or account.owner = 'ad_unit' and ${about('take_back', returnsOf(rest))}`
    case 'referral':
      return sql`transfer.kind = 'settlement_referral' and ${about('settlement', referralsOf(rest, userId))}`
    case 'order':
      return sql`transfer.kind in ('hold', 'hold_post') and ${about('order', rest)}`
    case 'order-refund':
      return sql`transfer.kind = 'order_refund' and ${about('order', rest)}`
    case 'release':
      return sql`transfer.kind = 'order_release' and ${about('order_release', rest)}`
    case 'order-referral':
      return sql`transfer.kind = 'order_referral' and transfer.asset = ${asset}
        and ${about('order_release', orderReferralsOf(rest, userId))}`
    case 'adjustment':
      return sql`transfer.id = ${rest.split('-')[0]}::bigint`
    case 'returned':
      return sql`account.owner = 'user' and ${about('take_back', rest)}`
    case 'withdrawal':
      // The hold is made before the withdrawal has its id, so it is found by its key.
      return sql`(${about('withdrawal', rest)} or key = (
        select hold.key from shared_withdrawals join shared_ledger_holds hold on hold.id = hold_id
        where shared_withdrawals.id = ${rest}::integer))`
    default:
      return about(word, rest)
  }
}

/** Splits an operation's id: `order-refund-7` into `order-refund` and `7`. */
function partsOf(id: string): { word: string; rest: string } {
  const [, word = '', rest = ''] = /^([a-z]+(?:-[a-z]+)*)-(.+)$/.exec(id) ?? []
  return { word, rest }
}

const about = (type: string, id: string | RawBuilder<unknown>) =>
  sql`transfer.subject_type = ${type} and transfer.subject_id in (${id})`

/**
 * Selects the keys of the transfers that make up an earning. A transfer that pays an ad unit for several campaigns has
 * the key of one of them, and is in a single earning.
 */
const unitKeysOf = (earning: string) => sql`
  select format('unit_settlement:%s:%s:%s%s', unit_id, ${windowStart}, campaign_id,
    case waiting_id when ${earning}::bigint then ':waiting' end)
  from shared_settlement_shares where earning_id = ${earning}::bigint or waiting_id = ${earning}::bigint`

const returnsOf = (earning: string) => sql`
  select format('%s-%s', earning_id, campaign_id) from shared_earning_returns where earning_id = ${earning}::bigint`

/** Selects the referrals of one settlement period in one currency, such as `BTC-1772445600`. */
function referralsOf(rest: string, userId: number) {
  const [asset = '', start = ''] = rest.split('-')
  return sql`
    select format('%s-%s', campaign_id, ${start}::text) from shared_settlements
    where partner_id = ${userId} and referral > 0 and asset = ${asset}
      and window_start >= to_timestamp(${start}::float8) and window_start < to_timestamp(${start}::float8 + 1)`
}

function orderReferralsOf(rest: string, userId: number) {
  const [, at = ''] = rest.split('-')
  return sql`
    select format('%s-%s', id, day)
    from shared_orders join shared_order_releases on order_id = id
    where partner_id = ${userId} and referral > 0
      and at >= to_timestamp(${at}::float8) and at < to_timestamp(${at}::float8 + 1)`
}
