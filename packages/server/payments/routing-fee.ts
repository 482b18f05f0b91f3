import { sql } from 'kysely'

/** What the routing of a payment by Lightning has cost, in whole satoshis. */
export const routingFee = sql`(fee_msat + 999) / 1000`
