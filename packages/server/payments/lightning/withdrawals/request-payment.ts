import { isLightningAddress } from '@mille/api/payments/lightning-address.ts'
import { maximumRoutingFee } from '@mille/api/payments/routing-limit.ts'
import { refuseWhileFrozen } from '../../../accounts/index.ts'
import type { LightningConfig } from '../../../config/payments.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/connect.ts'
import { type Failure, failure } from '../../../http/answers/reply.ts'
import { consumeLimit } from '../../../http/consume-limit.ts'
import type { Limits } from '../../../http/limits/limits.ts'
import { payeePrefix, rememberAddress } from '../../withdrawals/payout-addresses.ts'
import { isOpenOrPaid, type Requested, requestPlanned } from '../../withdrawals/withdrawals.ts'
import { orderCheck } from './check-invoices.ts'
import type { AddressRequest } from './fetch-invoice.ts'
import { readOwn, resolveAddress } from './resolve-address.ts'
import {
  isExpiring,
  judgeAmount,
  judgeAmountOf,
  judgeInvoice,
  type PayableInvoice
} from './rules.ts'

const token = { code: 'BTC', asset: 'BTC', chain: 'bitcoin' } as const
const at = { pointer: 'invoice' }
/** Each request of an address sends two to a stranger's server. */
const resolutions = { name: 'lnaddress', points: 60, seconds: 3600 }

/** A checked invoice, with the Lightning Address that it was fetched from, if any. */
export type Prepared = PayableInvoice & { text: string; lightningAddress: string | null }
type Preparation = Promise<{ ok: true; value: Prepared } | Failure>

/** Gets the invoice to pay and checks it, before the request's transaction. */
export async function prepareWithdrawal(
  context: Context,
  limits: Pick<Limits, 'consume'>,
  userId: number,
  wanted: { invoice: string } | AddressRequest
): Preparation {
  const frozen = await context.db.transaction().execute(tx => refuseWhileFrozen(tx, userId))
  if (frozen) return frozen
  const { lightning } = context.config.payments
  if (!lightning) return failure('lightning_unavailable')
  if ('invoice' in wanted) return prepareInvoice(context, lightning, userId, wanted.invoice)
  if (!isLightningAddress(wanted.address))
    return failure('lightning_address_invalid', { pointer: 'address' })
  const refused = judgeAmount(wanted.amount, lightning, 'amount')
  if (refused) return refused
  const limited = await limitResolutions(limits, userId)
  if (limited) return limited
  const resolved = await resolveAddress(context, lightning, wanted)
  if (!resolved.ok) return resolved
  return { ok: true, value: { ...resolved.value, lightningAddress: wanted.address } }
}

/** Counts one more request of a Lightning Address by an account; returns the refusal if there were too many. */
export function limitResolutions(
  limits: Pick<Limits, 'consume'>,
  userId: number
): Promise<Failure | null> {
  return consumeLimit({ limits, user: { id: userId } }, resolutions)
}

/**
 * Has an invoice that a person gave read by the node, and checks it. A new recipient is remembered here, so that its waiting
 * period begins even when this invoice expires too soon for it.
 */
async function prepareInvoice(
  context: Context,
  lightning: LightningConfig,
  userId: number,
  text: string
): Preparation {
  const { db, config, now } = context
  const own = await readOwn(context, lightning)
  const checked = own && (await orderCheck(context, text))
  if (!own || !checked) return failure('lightning_unavailable')
  const payable = judgeInvoice(checked.invoice, own, now())
  const judged = payable.ok ? judgeAmountOf(payable.value, lightning) : payable
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
    return { ok: true as const, value: { ...judged.value, text, lightningAddress: null } }
  })
}

/** Requests the payment of a checked invoice by the rules of all withdrawals. */
export function requestPayment(
  tx: Tx,
  context: Context,
  request: { userId: number; key: string },
  { text, amount, paymentHash, payee, expiresAt, lightningAddress }: Prepared
): Promise<Requested> {
  return requestPlanned(tx, context, request, async () => {
    const pointer = lightningAddress === null ? 'invoice' : 'address'
    if (isExpiring(expiresAt, context.now())) return failure('invoice_expired', { pointer })
    if (await isUsed(tx, paymentHash)) return failure('invoice_used', { pointer })
    const fee = maximumRoutingFee(amount)
    // Each invoice is another one. What stays the same, and waits when it is new, is the node or the address.
    const recipient = `${payeePrefix}${lightningAddress ?? payee}`
    const lightning = { paymentHash, address: lightningAddress, expiresAt }
    return {
      ok: true,
      value: { token, address: text, recipient, amount: amount + fee, fee, lightning }
    }
  })
}

/** Whether another withdrawal has the invoice with the hash. */
export async function isUsed(tx: Tx, paymentHash: string): Promise<boolean> {
  const used = await tx
    .selectFrom('withdrawals')
    .select('id')
    .where('payment_hash', '=', paymentHash)
    .where(isOpenOrPaid)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}
