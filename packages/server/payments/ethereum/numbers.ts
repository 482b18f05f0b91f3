import { getAddress } from 'viem'
import type { Tx } from '../../db/connect.ts'
import { openPayouts, type Payout } from '../payouts/payout.ts'
import { payingAddress } from './keys.ts'
import { coinGas, type Signer, transferGas } from './sign.ts'

type DepositAddress = { addressId: number; address: string }

/**
 * Returns the next nonce of the paying account or of a deposit address. Only our signer spends from them, so nonces of
 * already signed transactions are taken.
 */
export async function nextNonce(
  tx: Tx,
  { client, config }: Signer,
  from: DepositAddress | null
): Promise<number> {
  const ofSender = tx
    .selectFrom('payouts')
    .select(eb => eb.fn.max('nonce').as('nonce'))
    .where('chain', '=', config.name)
    .where('purpose', from ? '=' : '<>', 'sweep')
  const last = await (from
    ? ofSender.where('address_id', '=', from.addressId)
    : ofSender
  ).executeTakeFirst()
  const used = last?.nonce === null || last?.nonce === undefined ? -1 : Number(last.nonce)
  const address = from ? getAddress(from.address) : payingAddress(config)
  return Math.max(await client.getTransactionCount({ address }), used + 1)
}

/** Whether the paying account has this many wei in addition to what its open payouts need. */
export async function hasCoin(
  tx: Tx,
  { client, config }: Signer,
  wanted: bigint
): Promise<boolean> {
  const promised = new Map<number, bigint>()
  for (const it of await openPayouts(tx, config.name))
    if (it.purpose !== 'sweep' && it.height === null) promised.set(it.rootId, coinOf(it))
  const all = [...promised.values()].reduce((sum, it) => sum + it, wanted)
  return (await client.getBalance({ address: payingAddress(config) })) >= all
}

function coinOf(payout: Payout): bigint {
  const { fee } = payout
  return payout.purpose === 'gas' ? payout.moved + coinGas * fee : transferGas * fee
}
