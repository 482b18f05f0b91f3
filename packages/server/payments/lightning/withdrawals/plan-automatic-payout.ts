import { isLightningAddress, trimLightning } from '@mille/api/payments/lightning-address.ts'
import { refuseWhileFrozen } from '../../../accounts/index.ts'
import type { Context } from '../../../context.ts'
import { type Failure, failure } from '../../../http/answers/reply.ts'
import type { Limits } from '../../../http/limits/limits.ts'
import type { PlanByLightning } from '../../withdrawals/automatic-payouts.ts'
import { payeePrefix } from '../../withdrawals/payout-addresses.ts'
import { refuseByAddress } from './fetch-invoice.ts'
import { limitResolutions } from './request-payment.ts'
import { judgeAmount } from './rules.ts'

const token = { code: 'BTC', asset: 'BTC', chain: 'bitcoin' } as const

/** Checks what an account wants to be paid automatically: whether there is Lightning, the token, the address and the threshold. */
export const planByLightning: PlanByLightning = (
  { lightning },
  { tokenCode, address: typed, threshold }
) => {
  if (!lightning) return failure('lightning_unavailable')
  if (tokenCode !== token.code) return failure('token_unavailable', { pointer: 'token_code' })
  const address = trimLightning(typed)
  if (!isLightningAddress(address))
    return failure('lightning_address_invalid', { pointer: 'address' })
  const refused = judgeAmount(threshold, lightning, 'threshold')
  return refused ?? { ok: true, token, address, recipient: `${payeePrefix}${address}` }
}

type Wanted = Parameters<PlanByLightning>[1] & { userId: number }

/**
 * Asks the server of a Lightning Address whether it exists and accepts the threshold, before payouts to it are set up, so
 * that a typo is found now and not at the first payout. An address that is set up already is not asked again.
 */
export async function refusePlannedAddress(
  { db, config }: Pick<Context, 'db' | 'config'>,
  limits: Pick<Limits, 'consume'>,
  { userId, ...wanted }: Wanted
): Promise<Failure | null> {
  const frozen = await db.transaction().execute(tx => refuseWhileFrozen(tx, userId))
  if (frozen) return frozen
  const planned = planByLightning(config.payments, wanted)
  if (!planned.ok) return planned
  const { address } = planned
  const known = await db
    .selectFrom('automatic_payouts')
    .select('id')
    .where('user_id', '=', userId)
    .where('method', '=', 'lightning')
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst()
  if (known) return null
  return (
    (await limitResolutions(limits, userId)) ??
    (await refuseByAddress(config, { address, threshold: wanted.threshold }))
  )
}
