import { leastRoutingFee, routingFeeParts } from '@mille/api/payments/routing-limit.ts'
import { type RawBuilder, sql } from 'kysely'

/** What the routing of a payment by Lightning has cost, in whole satoshis. */
export const routingFee = sql`(fee_msat + 999) / 1000`

/** The most that routing may cost, as `maximumRoutingFee` computes it. */
export const maximumRoutingFeeOf = (amount: RawBuilder<unknown>): RawBuilder<bigint> => sql`
  greatest(${leastRoutingFee}::bigint, (${amount} + ${routingFeeParts - 1n}::bigint) / ${routingFeeParts}::bigint)`
