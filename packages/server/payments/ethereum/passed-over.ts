import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EthereumConfig } from '../../config-payments.ts'
import type { Context } from '../../context.ts'
import { readExtendedKey } from '../bitcoin/keys.ts'
import { readRestore } from '../restores.ts'
import { ethereumAddressAt } from './keys.ts'

/** So many are derived before others have their turn. */
const atOnce = 50

/**
 * After a restore: writes down the addresses that may have been given out since the backup, so that what comes to them
 * is seen. A node of Bitcoin's watches whole ranges; here nobody looks at an address that is not in the books.
 */
export async function watchPassedOver(
  { db, now }: Pick<Context, 'db' | 'now'>,
  config: EthereumConfig
): Promise<void> {
  if (!(await readRestore(db))) return
  const { rows } = await sql<{ first: number; count: number; written: number }>`
    select ethereum_from as first, gap as count, (select count(*)::integer from deposit_addresses
      where depositable_type = 'nobody' and address_index >= ethereum_from and address_index < ethereum_from + gap) as written
    from restores where released_at is null order by id limit 100`.execute(db)
  const key = readExtendedKey(config.xpub)
  for (const { first, count, written } of rows) {
    for (let from = first + written; from < first + count; from += atOnce) {
      const indexes = Array.from(
        { length: Math.min(atOnce, first + count - from) },
        (_, place) => from + place
      )
      const addresses = indexes.map(it => ethereumAddressAt(key, it))
      await sql`
        insert into deposit_addresses (depositable_type, depositable_id, user_id, chain, token_code, address_index,
          address, created_at)
        select 'nobody', place, null, 'ethereum', 'USDT', place, address, ${now()}
        from unnest(${indexes}::integer[], ${addresses}::text[]) as passed (place, address)
        where not exists (select from deposit_addresses known where chain = 'ethereum' and address_index = place)`.execute(
        db
      )
      await setImmediate()
    }
  }
}
