import { sql } from 'kysely'

/** Owners in the ledger whose accounts hold an account's money: the user, its campaigns and its ad units. */
export const ownersOf = (userId: number) => sql`
  select 'user' as owner, ${userId}::integer as owner_id
  union all select 'campaign', id from shared_campaigns where user_id = ${userId}
  union all select 'ad_unit', id from shared_ad_units where user_id = ${userId}`
