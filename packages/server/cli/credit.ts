import { randomUUID } from 'node:crypto'
import { type Asset, assets, formatAmount, parseAmount } from '@mille/money/amount.ts'
import type { Context } from '../context.ts'
import { balances, networkAccount, transferNow, userAccount } from '../ledger/index.ts'
import { StartError } from '../start-error.ts'
import { readUser } from './users.ts'

export type CreditRequest = {
  user: string | undefined
  amount: string | undefined
  asset: string | undefined
  reason: string | undefined
  /** Idempotency key: the same key never credits twice. */
  key: string | undefined
}

/** Credits an account with money that came from outside, as an operator's adjustment with a permanent reason. */
export async function credit(context: Context, request: CreditRequest): Promise<string> {
  const asset = readAsset(request.asset)
  const amount = readAmount(request.amount)
  const reason = request.reason?.trim() ?? ''
  if (reason === '')
    throw new StartError('Add a reason with --reason "…". It is kept with the transfer')
  const { db, pool } = context
  const user = await readUser(db, request.user)
  const account = userAccount(user.id, asset)
  const done = await transferNow(pool, {
    key: `credit:${request.key ?? randomUUID()}`,
    kind: 'adjustment',
    amount,
    from: networkAccount(asset, 'outside'),
    to: account,
    reason,
    at: context.now()
  })
  if (!done.ok) {
    throw new StartError(`The key ${request.key} was used for another credit: ${done.code}`)
  }
  const [balance = 0n] = await balances(db, [account])
  return `Transfer ${done.value[0]?.id}: ${formatAmount(amount)} ${asset} to user ${user.id}, who now has ${formatAmount(balance)} ${asset} available`
}

function readAsset(text: string | undefined): Asset {
  const asset = assets.find(it => it === text?.toUpperCase())
  if (!asset) throw new StartError(`The currency must be ${assets.join(' or ')}`)
  return asset
}

/**
 * Parses an amount in whole coins, with a decimal point. A comma is refused, because half of the world reads `1,000` as
 * a thousand.
 */
function readAmount(text: string | undefined): bigint {
  const amount = text === undefined || text.includes(',') ? null : parseAmount(text, 'btc')
  if (amount === null || amount === 0n) {
    throw new StartError('The amount must be in whole coins, such as 0.5 or 250')
  }
  return amount
}
