import { sql } from 'kysely'
import type { Check } from '../ledger/index.ts'

/** Compares rows that keep changing with their last recorded state, which is sealed. */
export const watchedChecks: Check[] = [
  sql`
    with written as (
      select distinct on (subject, row_id) subject, row_id, state from watched_changes
      order by subject, row_id, id desc
    ), last as (
      -- An account without a role is in no state.
      select subject, row_id, state from written where state is not null and state <> '[[], null]')
    select format('row %s of %s is %s, and was last changed to %s', row_id, subject,
      coalesce(present.state::text, 'gone'), coalesce(last.state::text, 'nothing')) as problem
    from watched_states present full join last using (subject, row_id)
    where present.state is distinct from last.state
    order by subject, row_id`
]
