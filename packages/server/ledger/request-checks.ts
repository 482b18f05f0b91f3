import { sql } from 'kysely'
import type { Check } from './first-problem.ts'

/** Name of the payer or payee, `owner id asset kind`, as `accountName` writes it. */
const nameOf = (account: 'payer' | 'payee') =>
  sql`concat_ws(' ', ${sql.ref(`${account}.owner`)}, ${sql.ref(`${account}.owner_id`)}, ${sql.ref(`${account}.asset`)}, ${sql.ref(`${account}.kind`)})`

/**
 * Checks that each transfer is unchanged since it was requested: its request hash is computed again, byte for byte as
 * in `hashRequest`. PostgreSQL escapes text in JSON as `JSON.stringify` does.
 */
export const requestChecks: Check[] = [
  sql`
    select format('transfer %s (%s) is not what was asked for: its request hash does not fit', transfer.id,
      transfer.key) as problem
    from ledger_transfers transfer
    join ledger_accounts payer on payer.id = from_account
    join ledger_accounts payee on payee.id = to_account
    where request_hash <> sha256(convert_to(concat('[', to_json(transfer.kind), ',', to_json(amount::text), ',',
      to_json(${nameOf('payer')}), ',', to_json(${nameOf('payee')}), ',', coalesce(to_json(reason)::text, 'null'), ']'),
      'UTF8'))
    order by transfer.id`,
  sql`
    select format('hold %s (%s) is not what was asked for', hold.id, hold.key) as problem
    from ledger_holds hold left join ledger_transfers transfer
      on transfer.key = hold.key and transfer.kind = 'hold'
    where (transfer.amount, transfer.from_account, transfer.to_account, transfer.reason, transfer.request_hash)
      is distinct from (hold.amount, hold.from_account, hold.held_account, hold.reason, hold.request_hash)
    order by hold.id`
]
