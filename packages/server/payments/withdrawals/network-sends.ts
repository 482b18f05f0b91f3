import { dayMs } from '@mille/api/durations.ts'
import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import { formatAmount } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { hold, networkAccount } from '../../ledger/index.ts'
import { withWithdrawalLimits } from '../../settings/index.ts'
import type { Token } from '../facts/tokens.ts'
import { reconcile } from '../reserve/reconcile.ts'
import { minSent, payableTokens, refuseAddress } from './withdrawals.ts'

export type NetworkSend = {
  address: string
  /** Amount in units of 1e-8. */
  amount: bigint
  tokenCode: TokenCode
  reason: string
  key: string
}
export type Sent =
  | { ok: true; id: number; needsApproval: boolean; isNew: boolean }
  | { ok: false; detail: string }

/**
 * Sends the network's earnings to the operator's own wallet or to cold storage. The transfer is handled like a
 * withdrawal, so that no coin is promised twice: same batches, limits, approvals and depth, from the fee account to
 * outside in the ledger. What accounts are owed stays on the chain.
 */
export async function sendFromNetwork(context: Context, wanted: NetworkSend): Promise<Sent> {
  const { payments } = context.config
  const token = payableTokens(payments).find(it => it.code === wanted.tokenCode)
  if (!token)
    return refused(`${wanted.tokenCode} cannot be sent: its chain or the signer is not connected`)
  if (wanted.amount < minSent || wanted.amount % token.step !== 0n)
    return refused(
      `${formatAmount(wanted.amount)} ${token.asset} is not an amount that can be sent`
    )
  const standing = (await reconcile(context)).find(it => it.asset === token.asset)
  if (!standing) return refused(`Nothing is known of the chain of ${token.code}`)
  const spare = standing.holdings - standing.liabilities
  return context.db.transaction().execute(tx => store(tx, context, token, spare, wanted))
}

async function store(
  tx: Tx,
  context: Context,
  token: Token,
  spare: bigint,
  { address, amount, reason, key }: NetworkSend
): Promise<Sent> {
  const { asset, code, chain } = token
  const at = context.now()
  // Two simultaneous requests would each find the same coins available, and room below the limit.
  await sql`select pg_advisory_xact_lock(hashtext('network sends'))`.execute(tx)
  const name = `network-send:${key}`
  const known = await findSend(tx, name)
  if (known) {
    const isSame = known.address === address && known.amount === amount && known.code === code
    return isSame
      ? { ok: true, id: known.id, needsApproval: known.needsApproval, isNew: false }
      : refused(`The key ${key} was used to send something else`)
  }
  const failed = await refuseAddress(tx, context.config.payments, token, address)
  if (failed)
    return refused(
      failed.code === 'address_of_network'
        ? 'The address is one of the network’s own'
        : `${address} is not a valid ${chain} address`
    )
  const { open, today } = await readSends(tx, asset, new Date(at.getTime() - dayMs))
  if (amount > spare - open)
    return refused(
      `The blockchain holds ${formatAmount(largest(spare - open))} ${asset} more than is owed: the rest belongs to accounts`
    )
  const held = await hold(tx, {
    key: name,
    from: networkAccount(asset, 'fee'),
    amount,
    reason: 'network_send',
    at
  })
  if (!held.ok) return refused(`The network has not earned ${formatAmount(amount)} ${asset}`)
  const { payments } = await withWithdrawalLimits(tx, context.config, at)
  // The approval limit applies to the day's sum, so splitting an amount does not help.
  const needsApproval = today + amount > payments.withdrawals.approvalAbove[asset]
  const { id } = await tx
    .insertInto('withdrawals')
    .values({
      user_id: null,
      asset,
      token_code: code,
      chain,
      address,
      amount,
      fee: 0n,
      state: 'requested',
      hold_id: held.value.id,
      needs_approval: needsApproval,
      reason,
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ok: true, id, needsApproval, isNew: true }
}

async function findSend(tx: Tx, name: string) {
  return tx
    .selectFrom('withdrawals')
    .innerJoin('ledger_holds', 'ledger_holds.id', 'hold_id')
    .select([
      'withdrawals.id',
      'withdrawals.address',
      'withdrawals.amount',
      'withdrawals.token_code as code',
      'needs_approval as needsApproval'
    ])
    .where('ledger_holds.key', '=', name)
    .limit(1)
    .executeTakeFirst()
}

/** Sums the sends that have not left the chain yet, and those requested since a time. */
async function readSends(
  tx: Tx,
  asset: string,
  since: Date
): Promise<{ open: bigint; today: bigint }> {
  const { rows } = await sql<{ open: bigint; today: bigint }>`
    select coalesce(sum(amount) filter (where state in ('requested', 'approved', 'signed')), 0)::bigint as open,
      coalesce(sum(amount) filter (where created_at > ${since} and state not in ('cancelled', 'failed')), 0)::bigint as today
    from withdrawals where user_id is null and asset = ${asset}`.execute(tx)
  return rows[0] ?? { open: 0n, today: 0n }
}

const largest = (amount: bigint) => (amount > 0n ? amount : 0n)
const refused = (detail: string): Sent => ({ ok: false, detail })
