import { endpoints } from '@mille/api/endpoints.ts'
import type { LightningTerms } from '@mille/api/payments/endpoints.ts'
import * as schema from '@mille/api/payments/schema.ts'
import type { PaymentsConfig } from '../../config/payments.ts'
import { failure, reply } from '../../http/answers/reply.ts'
import type { Serve } from '../../http/serve.ts'
import { findDepositable } from '../deposits/addresses.ts'
import { orderInvoice } from './deposits/make-invoices.ts'
import { countOpenInvoices, readLightningDeposits } from './deposits/read-deposits.ts'
import { describeNode } from './liquidity/describe-node.ts'

const { payments } = endpoints
/** Invoices of one account that may be open at the same time. */
const maximumOpen = 20

/** Returns the limits of an invoice's amount, in satoshis; null when Lightning is off. */
export function lightningTerms({
  lightning
}: Pick<PaymentsConfig, 'lightning'>): LightningTerms | null {
  return (
    lightning && {
      minimum: lightning.minimumDeposit.toString(),
      maximum: lightning.maximumDeposit.toString()
    }
  )
}

export function lightningRoutes(serve: Serve): void {
  serve(payments.listLightningDeposits, schema.lightningDepositsInput, async call => {
    const { context, user, input } = call
    const id = input['filter[id]']
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    const { data, records } = await readLightningDeposits(context, user.id, {
      ...page,
      id: id === undefined ? null : BigInt(id)
    })
    const terms = lightningTerms(context.config.payments)
    return reply({ data, meta: { pagination: { records }, terms } })
  })

  serve(payments.createLightningDeposit, schema.newLightningDepositInput, async call => {
    const { context, user, input } = call
    const { db, config } = context
    const { depositable_id: id, depositable_type: type } = input
    const found = await findDepositable(db, config.payments, user.id, type, Number(id))
    if (!found) return failure('not_found')
    const { lightning } = config.payments
    if (!lightning) return failure('lightning_unavailable')
    if (!found.tokens.some(it => it.asset === 'BTC'))
      return failure('token_unavailable', { pointer: 'depositable_id' })
    const amount = BigInt(input.amount)
    if (amount < lightning.minimumDeposit)
      return failure('amount_below_minimum', { pointer: 'amount' })
    if (amount > lightning.maximumDeposit)
      return failure('amount_above_maximum', { pointer: 'amount' })
    if ((await countOpenInvoices(context, user.id)) >= maximumOpen)
      return failure('too_many_invoices')
    const campaignId = type === 'campaign' ? Number(id) : null
    const made = await orderInvoice(context, { userId: user.id, campaignId, amount })
    if (made === null) return failure('lightning_unavailable')
    const one = { offset: 0, limit: 1, id: made }
    const { data } = await readLightningDeposits(context, user.id, one)
    if (!data[0]) throw new Error(`The deposit ${made} is gone`)
    return reply({ data: data[0] }, 201)
  })

  serve(payments.readLightningNode, null, async ({ context }) =>
    reply({
      data: {
        type: 'lightning_nodes' as const,
        id: 'now',
        attributes: await describeNode(context)
      }
    })
  )
}
