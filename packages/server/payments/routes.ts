import { endpoints } from '@mille/api/endpoints.ts'
import * as schema from '@mille/api/payments/schema.ts'
import { unitsPerWhole } from '@mille/money/amount.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import {
  currencyPairs,
  findDepositable,
  giveAddress,
  minimumDeposits,
  readAddresses,
  requiredConfirmations
} from './deposits/addresses.ts'
import { lightningRoutes, lightningTerms } from './lightning/routes.ts'
import { bitcoinPerDollar, readRate } from './rates/rates.ts'
import { automaticPayoutRoutes, payoutReviewRoutes, withdrawalRoutes } from './withdrawal-routes.ts'

const { payments } = endpoints

export function paymentRoutes(serve: Serve): void {
  withdrawalRoutes(serve)
  payoutReviewRoutes(serve)
  automaticPayoutRoutes(serve)
  lightningRoutes(serve)

  serve(payments.readDepositAddresses, schema.addressesInput, async ({ context, user, input }) => {
    const { db, config } = context
    const type = input.depositable_type
    const found = await findDepositable(db, config.payments, user.id, type, Number(input.id))
    if (!found) return failure('not_found')
    return reply({
      data: await readAddresses(context, found.depositable),
      meta: {
        currencies: currencyPairs(found.tokens),
        required_confirmations: requiredConfirmations(config.payments),
        minimum_deposits: minimumDeposits(config.payments),
        lightning: found.tokens.some(it => it.asset === 'BTC')
          ? lightningTerms(config.payments)
          : null
      }
    })
  })

  serve(payments.createDepositAddress, schema.newAddressInput, async ({ context, user, input }) => {
    const { db, config } = context
    const { depositable_id: id, depositable_type: type, token_code: code } = input
    const found = await findDepositable(db, config.payments, user.id, type, Number(id))
    if (!found) return failure('not_found')
    const token = found.tokens.find(it => it.code === code)
    if (!token) return failure('token_unavailable', { pointer: 'token_code' })
    const made = await db
      .transaction()
      .execute(tx => giveAddress(tx, config.payments, found.depositable, token, context.now()))
    if (!made) return failure('token_unavailable', { pointer: 'token_code' })
    const addresses = await readAddresses(context, found.depositable)
    const data = addresses.find(it => it.id === String(made.id))
    if (!data) throw new Error(`The address ${made.id} is gone`)
    return reply({ data }, made.isNew ? 201 : 200)
  })

  serve(payments.readCurrencies, null, async ({ context }) => {
    const rate = await readRate(context)
    const age = {
      at: rate?.at.toISOString() ?? null,
      age_seconds: rate?.ageSeconds ?? null,
      is_stale: rate?.isStale ?? true
    }
    const one = unitsPerWhole.toString()
    const document = (code: 'BTC' | 'USD', usd: string | null, btc: string | null) => ({
      type: 'currencies' as const,
      id: code,
      attributes: { code, usd_rate: usd, btc_rate: btc, ...age }
    })
    return reply({
      data: [
        document('BTC', rate?.usd.toString() ?? null, one),
        document('USD', one, rate ? bitcoinPerDollar(rate.usd).toString() : null)
      ]
    })
  })
}
