import type { LightningConfig } from '../../../config/payments.ts'
import type { Context } from '../../../context.ts'
import { type Failure, failure } from '../../../http/answers/reply.ts'
import { renewedUpTo } from '../../payouts/payout-store.ts'
import type { DecodedInvoice } from '../lightning.ts'
import { orderCheck } from './check-invoices.ts'
import {
  type AddressRequest,
  type FetchedInvoice,
  fetchInvoice,
  unusable
} from './fetch-invoice.ts'
import { judgeInvoice, type Own, type PayableInvoice } from './rules.ts'

export type Resolved = { ok: true; value: PayableInvoice & { text: string } } | Failure

/**
 * Fetches an invoice of a Lightning Address for exactly the amount, and has the node read it. The answer is
 * `lightning_unavailable` when the node does not, and every other refusal is the address's.
 */
export async function resolveAddress(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  lightning: LightningConfig,
  wanted: AddressRequest
): Promise<Resolved> {
  const own = await readOwn(context, lightning)
  if (!own) return failure('lightning_unavailable')
  const fetched = await fetchInvoice(context.config, wanted)
  if (!fetched.ok) return fetched
  const checked = await orderCheck(context, fetched.value.text)
  if (!checked) return failure('lightning_unavailable')
  return judgeFetched(checked.invoice, fetched.value, wanted.amount, own, context.now())
}

/** Returns what the rules need to know of the network's own node; null before its first start. */
export async function readOwn(
  { db }: Pick<Context, 'db'>,
  lightning: LightningConfig
): Promise<Own | null> {
  const node = await db
    .selectFrom('lightning_node')
    .select('public_key')
    .limit(1)
    .executeTakeFirst()
  return node ? { publicKey: node.public_key, ...lightning } : null
}

const faults: Partial<Record<Failure['code'], string>> = {
  invoice_invalid: 'sent something other than a Lightning invoice',
  invoice_wrong_network: 'sent an invoice for another Bitcoin network',
  invoice_of_network: 'sent an invoice of this network itself',
  invoice_expired: 'sent an invoice that has expired or expires too soon'
}

/** Checks form, network, payee, expiry, amount and description of an invoice from an address's server, in this order. */
function judgeFetched(
  read: DecodedInvoice | null,
  { text, descriptionHash, host }: FetchedInvoice,
  amount: bigint,
  own: Own,
  now: Date
): Resolved {
  const refused = (code: Failure['code']) => {
    const detail = `${host} ${faults[code] ?? 'sent an invoice that cannot be paid'}.`
    return failure(code, { pointer: 'address', detail })
  }
  const judged = judgeInvoice(read, own, now)
  if (!judged.ok) return refused(judged.code)
  const { value } = judged
  // It would be replaced by another one at once, again and again, and no one would be paid.
  if (value.expiresAt <= renewedUpTo(now)) return refused('invoice_expired')
  if (value.amount !== amount || !value.isWhole)
    return unusable(`${host} sent an invoice for another amount.`)
  // LUD-06 no longer asks for the hash, so an invoice may have a description itself in its place.
  if (value.descriptionHash !== null && value.descriptionHash !== descriptionHash)
    return unusable(`${host} sent an invoice with another description than the address has.`)
  return { ok: true, value: { ...value, amount, text } }
}
