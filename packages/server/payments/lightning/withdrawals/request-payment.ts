import { maximumRoutingFee } from '@mille/api/payments/routing-limit.ts'
import { refuseWhileFrozen } from '../../../accounts/index.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/connect.ts'
import { type Failure, failure } from '../../../http/answers/reply.ts'
import { payeePrefix, rememberAddress } from '../../withdrawals/payout-addresses.ts'
import { isOpenOrPaid, type Requested, requestPlanned } from '../../withdrawals/withdrawals.ts'
import { orderCheck } from './check-invoices.ts'
import { isExpiring, judgeInvoice, type PayableInvoice } from './rules.ts'

const token = { code: 'BTC', asset: 'BTC', chain: 'bitcoin' } as const
const at = { pointer: 'invoice' }

export type Prepared = PayableInvoice & { text: string }

/**
 * Has an invoice read by the node and checks it, before the request's transaction. A new recipient is remembered here, so
 * that its waiting period begins even when this invoice expires too soon for it.
 */
export async function prepareWithdrawal(
  context: Context,
  userId: number,
  text: string
): Promise<{ ok: true; value: Prepared } | Failure> {
  const { db, config, now } = context
  const frozen = await db.transaction().execute(tx => refuseWhileFrozen(tx, userId))
  if (frozen) return frozen
  const { lightning } = config.payments
  if (!lightning) return failure('lightning_unavailable')
  const node = await db
    .selectFrom('lightning_node')
    .select('public_key')
    .limit(1)
    .executeTakeFirst()
  const checked = node && (await orderCheck(context, text))
  if (!node || !checked) return failure('lightning_unavailable')
  const own = { publicKey: node.public_key, ...lightning }
  const judged = judgeInvoice(checked.invoice, own, now())
  if (!judged.ok) return judged
  const { payee, expiresAt } = judged.value
  return db.transaction().execute(async tx => {
    // Again, because the node may have taken seconds to answer.
    const frozenSince = await refuseWhileFrozen(tx, userId)
    if (frozenSince) return frozenSince
    const address = `${payeePrefix}${payee}`
    const usableAt = await rememberAddress(tx, config, { userId, token, address, at: now() })
    if (usableAt > now() && isExpiring(expiresAt, usableAt)) {
      const detail = `Invoices of this recipient can be paid from ${usableAt.toISOString()}.`
      return failure('payee_frozen', { ...at, detail })
    }
    return { ok: true as const, value: { ...judged.value, text } }
  })
}

/** Requests the payment of a checked invoice by the rules of all withdrawals. */
export function requestPayment(
  tx: Tx,
  context: Context,
  request: { userId: number; key: string },
  { text, amount, paymentHash, payee, expiresAt }: Prepared
): Promise<Requested> {
  return requestPlanned(tx, context, request, async () => {
    if (isExpiring(expiresAt, context.now())) return failure('invoice_expired', at)
    const used = await tx
      .selectFrom('withdrawals')
      .select('id')
      .where('payment_hash', '=', paymentHash)
      .where(isOpenOrPaid)
      .limit(1)
      .executeTakeFirst()
    if (used) return failure('invoice_used', at)
    const fee = maximumRoutingFee(amount)
    const recipient = `${payeePrefix}${payee}`
    const planned = { token, address: text, recipient, amount: amount + fee, fee, paymentHash }
    return { ok: true, value: planned }
  })
}
