import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import { fundByDeposit, resumeFunded } from '../../campaigns/index.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import {
  type AccountRef,
  balances as balancesOf,
  campaignAccount,
  lockBalances,
  type NewTransfer,
  networkAccount,
  transfer,
  userAccount
} from '../../ledger/index.ts'
import { notify } from '../../notifications/outbox.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import { endUnsigned } from '../payouts/end-withdrawal.ts'

const batch = 1_000

/**
 * Credits and reverses deposits as the chain changes: a deposit is on the account only with enough confirmations. Each
 * deposit has its own transaction and each step a numbered transfer, so repeated runs make a step only once. Returns
 * the number of steps.
 */
export async function followDeposits(
  context: Context,
  chain: ChainName,
  confirmations: number
): Promise<number> {
  const { rows } = await sql<{ id: bigint; userId: number }>`
    select deposits.id, user_id as "userId" from deposits join chains on chains.name = deposits.chain
    where deposits.chain = ${chain} and user_id is not null and asset is not null and not is_too_small
      and (credited, credited_block) is distinct from (${wantedCredit(confirmations)}, ${wantedBlock(confirmations)})
    order by deposits.id limit ${batch}`.execute(context.db)
  let steps = 0
  const moving = new Set<number>()
  for (const { id, userId } of rows) {
    const moved = await context.db
      .transaction()
      .execute(tx => followOne(tx, id, confirmations, context.now()))
    if (!moved) continue
    steps++
    moving.add(userId)
  }
  await forwardToCampaigns(context)
  await resumeFunded(context, [...moving])
  return steps
}

const isConfirmed = (confirmations: number) =>
  sql`block_height is not null and chains.height - block_height + 1 >= ${confirmations}`

/**
 * The amount that should be credited. A credit stays while its block does, even if more confirmations are required now.
 */
const wantedCredit = (confirmations: number) => sql`
  case when ${isConfirmed(confirmations)} then coalesce(worth, amount) when credited_block = block_hash then credited else 0 end`

/** The block that the credit is for; the old block while a credit for it still has to be taken back. */
const wantedBlock = (confirmations: number) => sql`
  case when ${isConfirmed(confirmations)} then block_hash when credited > 0 then credited_block end`

type Due = {
  userId: number
  campaignId: number | null
  asset: Asset
  credited: bigint
  wanted: bigint
  steps: number
  transactionId: string
  block: string | null
  creditedBlock: string | null
  isOwnerGone: boolean
}

/** Applies one deposit's next step; returns true when money moved. */
async function followOne(tx: Tx, id: bigint, confirmations: number, at: Date): Promise<boolean> {
  const { rows } = await sql<Due>`
    select deposits.user_id as "userId", asset, credited, ${wantedCredit(confirmations)} as wanted, steps,
      transaction_id as "transactionId", ${wantedBlock(confirmations)} as block, credited_block as "creditedBlock",
      -- The operator may have given it to somebody else than the campaign's owner.
      case when depositable_type = 'campaign' and known.user_id = deposits.user_id then depositable_id end
        as "campaignId",
      (select is_deleted from account_names where account_names.id = deposits.user_id) as "isOwnerGone"
    from deposits join chains on chains.name = deposits.chain
    left join deposit_addresses known on known.id = address_id
    where deposits.id = ${id} and deposits.user_id is not null for no key update of deposits`.execute(
    tx
  )
  const [due] = rows
  if (!due) return false
  if (due.isOwnerGone && due.credited === 0n) {
    // The owner's account was deleted and nothing was credited, so the operator has to assign the deposit.
    const nobody = { given_to: null, given_worth: null, given_by: null, given_at: null }
    await tx
      .updateTable('deposits')
      .set({ user_id: null, ...nobody, given_approved_by: null })
      .where('id', '=', id)
      .execute()
    return false
  }
  if (due.wanted === due.credited) {
    await tx
      .updateTable('deposits')
      .set({ credited_block: due.block })
      .where('id', '=', id)
      .execute()
    return false
  }
  const step = due.steps + 1
  const subject = { type: 'deposit', id: String(id) }
  const request = { key: `deposit:${id}:${step}`, reason: due.transactionId, subject, at }
  const outside = networkAccount(due.asset, 'outside')
  if (due.wanted > due.credited) {
    const amount = due.wanted - due.credited
    await move(tx, [
      { ...request, kind: 'deposit', amount, from: outside, to: userAccount(due.userId, due.asset) }
    ])
    const isForwarded = due.campaignId === null
    await setCredited(tx, id, { credited: due.wanted, block: due.block, step, isForwarded, at })
    await notifyOwner(tx, 'deposit_credited', id, step, due, amount, at)
    return true
  }
  const taken = await takeBack(tx, due, request)
  if (taken === 0n) return false
  const credited = due.credited - taken
  const block = credited === 0n ? null : due.block
  await setCredited(tx, id, { credited, block, step, isForwarded: true, at })
  await notifyOwner(tx, 'deposit_reversed', id, step, due, taken, at)
  return true
}

async function notifyOwner(
  tx: Tx,
  kind: 'deposit_credited' | 'deposit_reversed',
  id: bigint,
  step: number,
  { userId, asset }: Due,
  amount: bigint,
  at: Date
): Promise<void> {
  const data = { amount: amount.toString(), asset }
  await notify(tx, { kind, userId, data, event: `deposit ${id} step ${step}`, at })
}

/**
 * Takes back a deposit that a reorganization removed, from the account and then from the campaign that received it.
 * What was already spent stays owed and is collected once there is money again.
 */
async function takeBack(
  tx: Tx,
  due: Due,
  request: Pick<NewTransfer, 'key' | 'reason' | 'subject' | 'at'>
): Promise<bigint> {
  const sources: AccountRef[] = [userAccount(due.userId, due.asset)]
  if (due.campaignId !== null) sources.push(campaignAccount(due.campaignId, due.asset))
  await cancelUnsigned(tx, due, request.at)
  const balances = await lockBalances(tx, sources)
  let open = due.credited - due.wanted
  const transfers = sources.flatMap((from, index) => {
    const balance = balances[index] ?? 0n
    const amount = balance < open ? balance : open
    open -= amount
    if (amount === 0n) return []
    const key = `${request.key}:${from.owner}`
    const to = networkAccount(due.asset, 'outside')
    return [{ ...request, key, kind: 'deposit_reversal', amount, from, to }]
  })
  await move(tx, transfers)
  return due.credited - due.wanted - open
}

/** Cancels withdrawals that are not signed when the account's balance cannot cover the reversal without them. */
async function cancelUnsigned(tx: Tx, due: Due, at: Date): Promise<void> {
  const [balance = 0n] = await balancesOf(tx, [userAccount(due.userId, due.asset)])
  let missing = due.credited - due.wanted - balance
  if (missing <= 0n) return
  const { rows } = await sql<{ id: number; amount: bigint }>`
    select id, amount from withdrawals
    where user_id = ${due.userId} and asset = ${due.asset} and state in ('requested', 'approved')
    order by id desc limit ${batch}`.execute(tx)
  for (const { id, amount } of rows) {
    if (missing <= 0n) return
    const reason = 'The deposit that it was paid from was reversed'
    if ((await endUnsigned(tx, id, { userId: null, state: 'failed', reason, at })) === 'ended')
      missing -= amount
  }
}

async function move(tx: Tx, transfers: Parameters<typeof transfer>[1]): Promise<void> {
  const moved = await transfer(tx, transfers)
  if (!moved.ok) throw new Error(`A deposit could not be booked: ${moved.code}`)
}

type Credit = {
  credited: bigint
  block: string | null
  step: number
  isForwarded: boolean
  at: Date
}

async function setCredited(
  tx: Tx,
  id: bigint,
  { credited, block, step, isForwarded, at }: Credit
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({
      credited,
      credited_block: block,
      steps: step,
      is_forwarded: isForwarded,
      credited_at: credited > 0n ? at : null
    })
    .where('id', '=', id)
    .execute()
}

/** Forwards deposits to campaigns in a separate transaction, since a campaign is locked before any account. */
async function forwardToCampaigns(context: Context): Promise<void> {
  const { rows } = await sql<{
    id: bigint
    userId: number
    campaignId: number
    asset: Asset
    credited: bigint
    steps: number
  }>`
    select deposits.id, deposits.user_id as "userId", depositable_id as "campaignId", asset, credited, steps
    from deposits join deposit_addresses known on known.id = address_id and depositable_type = 'campaign'
      and known.user_id = deposits.user_id
    where not is_forwarded and credited > 0 order by deposits.id limit ${batch}`.execute(context.db)
  for (const { id, userId, campaignId, asset, credited, steps } of rows) {
    await context.db.transaction().execute(async tx => {
      // What the campaign does not accept, for example because it is archived, stays on the account.
      await fundByDeposit(tx, {
        userId,
        campaignId,
        asset,
        amount: credited,
        key: `deposit-${id}-${steps}`,
        at: context.now(),
        windowSeconds: context.config.settlementWindowSeconds
      })
      await tx.updateTable('deposits').set({ is_forwarded: true }).where('id', '=', id).execute()
    })
  }
}
