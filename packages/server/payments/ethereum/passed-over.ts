import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EthereumConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import { readExtendedKey } from '../facts/extended-key.ts'
import { ethereumAddressAt } from './keys.ts'

/** Number of addresses derived in a row before other work gets a turn. */
const atOnce = 50

/**
 * After a restore: stores the addresses that may have been given out since the backup, so that payments to them are
 * seen. A Bitcoin node watches whole ranges of addresses; on this chain only addresses in the books are watched.
 */
export async function watchPassedOver(
  { db, now }: Pick<Context, 'db' | 'now'>,
  config: EthereumConfig
): Promise<void> {
  const [code] = Object.keys(config.tokens)
  if (code === undefined) return
  const { rows } = await sql<{ first: number; count: number; written: number }>`
    select first_index as first, gap as count, (select count(*)::integer from deposit_addresses passed
      where depositable_type = 'nobody' and passed.chain = search.chain
        and address_index >= first_index and address_index < first_index + gap) as written
    from restores join chain_searches search on restore_id = restores.id
    where released_at is null and search.chain = ${config.name} order by restores.id limit 100`.execute(
    db
  )
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
        select 'nobody', place, null, ${config.name}, ${code}, place, address, ${now()}
        from unnest(${indexes}::integer[], ${addresses}::text[]) as passed (place, address)
        where not exists (select from deposit_addresses known where chain = ${config.name} and address_index = place)`.execute(
        db
      )
      await setImmediate()
    }
  }
}
