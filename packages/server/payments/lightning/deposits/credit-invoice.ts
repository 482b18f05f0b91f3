import { sql } from 'kysely'
import { mailOperators } from '../../../accounts/index.ts'
import { fundByDeposit, resumeFunded } from '../../../campaigns/index.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/connect.ts'
import { networkAccount, transfer, userAccount } from '../../../ledger/index.ts'
import { notify } from '../../../notifications/outbox.ts'
import { eachOf } from '../guard.ts'
import type { Received } from '../lightning.ts'

type Due = { id: bigint; userId: number; isOwnerGone: boolean }
const batch = 1_000

/**
 * Credits the deposit of an invoice in the transaction that settles it, with all that was received, rounded down to whole
 * satoshis. An invoice that no account asked for is left alone. When the account was deleted in the meantime, nothing is
 * credited and the operators are emailed.
 */
export async function creditInvoice(tx: Tx, { paymentHash, msat, at }: Received): Promise<void> {
  const amount = msat / 1_000n
  const { rows } = await sql<Due>`
    select id, user_id as "userId",
      (select is_deleted from account_names where account_names.id = user_id) as "isOwnerGone"
    from lightning_deposits where payment_hash = ${paymentHash} and credited = 0
    for no key update of lightning_deposits`.execute(tx)
  const [due] = rows
  if (!due || amount === 0n) return
  const { id, userId } = due
  if (due.isOwnerGone) return mailOperators(tx, ownerGone(due, amount, at))
  const moved = await transfer(tx, [
    {
      key: `deposit:${id}:1`,
      kind: 'deposit',
      amount,
      reason: paymentHash,
      subject: { type: 'deposit', id: String(id) },
      from: networkAccount('BTC', 'lightning'),
      to: userAccount(userId, 'BTC'),
      at
    }
  ])
  if (!moved.ok) throw new Error(`A deposit by Lightning could not be booked: ${moved.code}`)
  await tx
    .updateTable('lightning_deposits')
    .set({ credited: amount, credited_at: at, is_forwarded: false })
    .where('id', '=', id)
    .execute()
  const data = { amount: amount.toString(), asset: 'BTC' as const }
  await notify(tx, {
    kind: 'deposit_credited',
    userId,
    data,
    event: `deposit ${id} step 1`,
    at
  })
}

const ownerGone = ({ id, userId }: Due, amount: bigint, at: Date) => ({
  subject: 'A payment by Lightning came to a deleted account',
  text: `Deposit ${id} of account ${userId} received ${amount} satoshis after the account was deleted. They are in a channel and credited to no account.`,
  at
})

/** Whether a deposit is on the account, and the campaigns that it is for have nothing of it yet. */
export const isUnforwarded = sql<boolean>`not is_forwarded`

type Credited = { id: bigint; userId: number; campaignId: number | null; credited: bigint }

/**
 * Moves credited deposits on to their campaigns, or to those that draw from the account, in transactions of their own: a
 * campaign is locked before any account. A deposit that fails holds up no other, and is thrown at the end.
 */
export async function forwardInvoices(context: Context): Promise<void> {
  const { rows } = await sql<Credited>`
    select id, user_id as "userId", campaign_id as "campaignId", credited from lightning_deposits
    where ${isUnforwarded} order by id limit ${batch}`.execute(context.db)
  await eachOf(rows, async deposit => {
    await context.db.transaction().execute(tx => forward(tx, context, deposit))
    await resumeFunded(context, [deposit.userId])
  })
}

async function forward(
  tx: Tx,
  { now, config }: Context,
  { id, userId, campaignId, credited }: Credited
): Promise<void> {
  // What the campaign does not accept, for example because it is archived, stays on the account.
  if (campaignId !== null)
    await fundByDeposit(tx, {
      userId,
      campaignId,
      asset: 'BTC',
      amount: credited,
      key: `deposit-${id}-1`,
      at: now(),
      windowSeconds: config.settlementWindowSeconds
    })
  await tx
    .updateTable('lightning_deposits')
    .set({ is_forwarded: true })
    .where('id', '=', id)
    .execute()
}
