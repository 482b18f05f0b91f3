import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { type RawBuilder, sql } from 'kysely'
import { isFrozen } from '../../accounts/index.ts'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { endHolds, networkAccount, transferNow } from '../../ledger/index.ts'
import { notify } from '../../notifications/outbox.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import { keepAnchor } from './anchors.ts'
import type { Payout } from './payout.ts'

/** Output of an earlier transaction, with its address's branch and index below the operator's key. */
export type Coin = {
  transactionId: string
  output: number
  amount: bigint
  address: string
  branch: 0 | 1
  index: number
}
export type DueWithdrawal = {
  id: number
  tokenCode: TokenCode
  address: string
  /** Amount that is sent, without the fee. */
  net: bigint
  /** Identifies the withdrawal to the signer. */
  name: string
  /** ID of a dead transaction that was signed for the withdrawal before. */
  insteadOf: string | null
  /** Response of an operator's passkey that approves the withdrawal. */
  approval: unknown
}
/** A step of moving tokens from a deposit address to the paying account. */
type Step =
  | { purpose: 'gas'; to: { addressId: number }; moved: bigint }
  | {
      purpose: 'sweep'
      from: { addressId: number }
      tokenCode: TokenCode
      moved: bigint
      upTo: number
    }

/** How many blocks deeper than a deposit a payout must be before it is booked as final. */
export const settleDepth = 6

const batch = 50

const dueColumns = sql`id, token_code as "tokenCode", address, amount - fee as net, name,
  instead_of as "insteadOf", approval`

/** Lets only one process at a time pay out on a chain; the lock ends with the transaction. */
export async function lockPayouts(tx: Tx, chain: ChainName): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`payouts ${chain}`})) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

/** Whether a withdrawal that has not been signed or paid waits neither for an approval nor for a moment after `now`. */
export const isPayableAt = (now: Date) => sql<boolean>`
  ((state = 'approved' or state = 'requested' and not needs_approval) and (not_before is null or not_before <= ${now}))`

/**
 * How a withdrawal is paid: by a transaction of its chain, or by Lightning. `renewal` is for one by Lightning that first needs a
 * new invoice from its Lightning Address.
 */
export type Way = 'chain' | 'lightning' | 'renewal'

/** How long before its expiry the invoice of a Lightning Address is replaced; longer than the last payment needs to start. */
const renewalMarginMs = 60_000

/** Returns the moment up to which an invoice of a Lightning Address that expires is replaced, and never paid. */
export const renewedUpTo = (now: Date) => new Date(now.getTime() + renewalMarginMs)

/** Whether a withdrawal has an invoice of a Lightning Address that has expired or expires too soon to be paid. */
export const isRenewable = (now: Date) => sql<boolean>`
  (lightning_address is not null and invoice_expires_at <= ${renewedUpTo(now)} and ${isPayableAt(now)})`

const isPaidBy: Record<Way, (now: Date) => RawBuilder<boolean>> = {
  chain: () => sql<boolean>`payment_hash is null`,
  lightning: now => sql<boolean>`(payment_hash is not null and not ${isRenewable(now)})`,
  renewal: isRenewable
}

/**
 * Returns and locks the withdrawals that may be signed or paid now, except those in `waiting`, so that they cannot be canceled
 * meanwhile.
 */
export async function lockDue(
  tx: Tx,
  chain: ChainName,
  now: Date,
  waiting: readonly number[],
  way: Way
): Promise<DueWithdrawal[]> {
  const { rows } = await sql<DueWithdrawal>`
    select ${dueColumns} from withdrawals
    where chain = ${chain} and ${isPaidBy[way](now)} and payout_id is null and id <> all(${waiting}::integer[])
      and ${isPayableAt(now)}
      and not exists (select from payout_stops stop where stop.asset = withdrawals.asset and ended_at is null)
      and not exists (select from restores where released_at is null)
      and not ${isFrozen(sql`withdrawals.user_id`)}
      -- Whoever was credited what a reorganisation took gives it back first.
      and not exists (select from deposits where deposits.user_id = withdrawals.user_id
        and deposits.asset = withdrawals.asset and credited > 0
        and (credited > coalesce(worth, deposits.amount) or block_hash is null or credited_block is distinct from block_hash))
    order by id limit ${batch} for no key update skip locked`.execute(tx)
  return rows
}

/** Returns those of the named withdrawals that are still to be paid, and locks them. */
export async function lockNamed(tx: Tx, names: readonly string[]): Promise<DueWithdrawal[]> {
  const { rows } = await sql<DueWithdrawal>`
    select ${dueColumns} from withdrawals
    where name = any(${names}::uuid[]) and payout_id is null and payment_hash is null and state in ('requested', 'approved')
    order by id limit 1000 for no key update`.execute(tx)
  return rows
}

/** Requires a new approval for a withdrawal when the signer demands one, whatever the limits were at the request. */
export async function forgetApproval(tx: Tx, id: number): Promise<void> {
  await sql`
    update withdrawals set needs_approval = true, state = 'requested', approved_by = null, approval = null
    where id = ${id} and payout_id is null and state in ('requested', 'approved')`.execute(tx)
}

/**
 * What a withdrawal waits for: tokens or coins to pay with, coin for gas, the signer's consent, or room under the
 * account's 24-hour limit.
 */
export type WaitsFor = 'coins' | 'gas' | 'signer' | 'limit'

/** Stores why due withdrawals were not signed, for their owners and the operator. */
export async function setWaiting(
  db: Database | Tx,
  waits: readonly { id: number; waitsFor: WaitsFor }[]
): Promise<void> {
  await sql`
    update withdrawals set waits_for = waits.waits_for
    from unnest(${waits.map(it => it.id)}::integer[], ${waits.map(it => it.waitsFor)}::text[]) as waits (id, waits_for)
    where withdrawals.id = waits.id and payout_id is null and state in ('requested', 'approved')
      and withdrawals.waits_for is distinct from waits.waits_for`.execute(db)
}

export type SignedPayout = {
  chain: ChainName
  transactionId: string
  raw: string
  fee: bigint
  inputs: readonly Coin[]
  nonce: number | null
  changeAddress?: string | null
  /** The hash that the payout's bytes carry. */
  anchor?: Buffer | null
  at: Date
}

/**
 * Stores signed bytes. From then on, nothing else is sent for these withdrawals as long as the bytes may still be
 * mined.
 */
export async function storePayout(
  tx: Tx,
  payout: SignedPayout,
  pays: { withdrawals: readonly number[] } | { inPlaceOf: Payout } | Step
): Promise<void> {
  const replaced = 'inPlaceOf' in pays ? pays.inPlaceOf : null
  const step = 'purpose' in pays ? pays : replaced
  const { id } = await tx
    .insertInto('payouts')
    .values({
      chain: payout.chain,
      transaction_id: payout.transactionId,
      raw: payout.raw,
      fee: payout.fee,
      state: 'signed',
      replaces: replaced?.rootId ?? null,
      nonce: payout.nonce,
      change_address: payout.changeAddress ?? null,
      ...(step && stepColumns(step)),
      created_at: payout.at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (payout.anchor)
    await keepAnchor(tx, {
      payoutId: id,
      hash: payout.anchor,
      inPlaceOf: replaced?.id,
      at: payout.at
    })
  if (payout.inputs.length > 0) {
    await tx
      .insertInto('payout_inputs')
      .values(
        payout.inputs.map(it => ({
          payout_id: id,
          transaction_id: it.transactionId,
          output: it.output,
          amount: it.amount,
          address: it.address,
          branch: it.branch,
          address_index: it.index
        }))
      )
      .execute()
  }
  if (replaced) {
    await tx
      .updateTable('withdrawals')
      .set({ payout_id: id })
      .where('payout_id', '=', replaced.id)
      .execute()
  } else if ('withdrawals' in pays && pays.withdrawals.length > 0) {
    await tx
      .updateTable('withdrawals')
      .set({ payout_id: id, state: 'signed', waits_for: null })
      .where('id', 'in', [...pays.withdrawals])
      .execute()
  }
}

function stepColumns(step: Step | Payout) {
  const { purpose } = step
  if (purpose === 'withdrawals') return { purpose }
  if (purpose === 'gas') return { purpose, address_id: step.to.addressId, moved: step.moved }
  return {
    purpose,
    address_id: step.from.addressId,
    moved: step.moved,
    swept_token: step.tokenCode,
    up_to: step.upTo
  }
}

export async function inputsOf(db: Database | Tx, payoutId: number): Promise<Coin[]> {
  const { rows } = await sql<Coin>`
    select transaction_id as "transactionId", output, amount, address, branch, address_index as index
    from payout_inputs where payout_id = ${payoutId} order by transaction_id, output limit 1000`.execute(
    db
  )
  return rows
}

/** Whether a payout has used the address for change. */
export async function isChangeAddress(tx: Tx, chain: ChainName, address: string): Promise<boolean> {
  const change = await tx
    .selectFrom('payouts')
    .select('id')
    .where('chain', '=', chain)
    .where('change_address', '=', address.toLowerCase())
    .limit(1)
    .executeTakeFirst()
  return change !== undefined
}

/** Returns the outputs, as `transaction:output`, spent by payouts that may still be mined. */
export async function reservedInputs(tx: Tx, chain: ChainName): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select format('%s:%s', payout_inputs.transaction_id, output) as name
    from payout_inputs join payouts on payouts.id = payout_id
    where chain = ${chain} and state in ('signed', 'sent') limit 100000`.execute(tx)
  return new Set(rows.map(row => row.name))
}

/** Returns the withdrawals that a payout's transaction pays, with amounts without their fees. */
export async function paymentsOf(db: Database | Tx, payoutId: number): Promise<DueWithdrawal[]> {
  const { rows } = await sql<DueWithdrawal>`
    select ${dueColumns} from withdrawals
    where payout_id = ${payoutId} order by id limit ${batch}`.execute(db)
  return rows
}

/** Marks a payout that the node has accepted. */
export async function markSent(tx: Tx, payout: Payout, at: Date): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ state: 'sent', sent_at: at })
    .where('id', '=', payout.id)
    .where('state', '=', 'signed')
    .execute()
  const sent = await tx
    .updateTable('withdrawals')
    .set({ state: 'sent' })
    .where('payout_id', '=', payout.id)
    .where('state', '=', 'signed')
    .returning(['id', 'user_id', 'amount', 'asset'])
    .execute()
  for (const it of sent) {
    if (it.user_id === null) continue
    const data = {
      amount: it.amount.toString(),
      asset: it.asset as Asset,
      reference: payout.transactionId
    }
    const event = `withdrawal ${it.id} sent`
    await notify(tx, { kind: 'withdrawal_sent', userId: it.user_id, data, event, at })
  }
}

export async function setHeight(
  db: Database,
  payout: Payout,
  height: number | null
): Promise<void> {
  if (payout.height === height) return
  await db
    .updateTable('payouts')
    .set({ block_height: height })
    .where('id', '=', payout.id)
    .execute()
}

/**
 * Settles a payout that is deep in the chain: the holds are spent, and the payouts that it replaced are over. Miners'
 * fees are booked in an earlier transaction under their own key, so that a crash in between books them once.
 */
export async function settlePayout(
  context: Context,
  payout: Payout,
  minerAsset: Asset | null
): Promise<void> {
  const at = context.now()
  if (minerAsset !== null && payout.fee > 0n) {
    const [from, to] = [networkAccount(minerAsset, 'costs'), networkAccount(minerAsset, 'outside')]
    const cost = { key: `payout:${payout.id}:miner`, kind: 'miner_fee', amount: payout.fee }
    const subject = { type: 'payout', id: String(payout.id) }
    const booked = await transferNow(context.pool, { ...cost, from, to, subject, at })
    if (!booked.ok) throw new Error(`The cost of payout ${payout.id}: ${booked.code}`)
  }
  await context.db.transaction().execute(tx => endWithdrawals(tx, payout, at))
}

type Paid = {
  id: number
  userId: number | null
  holdId: bigint
  amount: bigint
  fee: bigint
  asset: Asset
}

async function endWithdrawals(tx: Tx, payout: Payout, at: Date): Promise<void> {
  const locked = await tx
    .selectFrom('payouts')
    .select('id')
    .where('id', '=', payout.id)
    .where('state', 'in', ['signed', 'sent'])
    .forUpdate()
    .executeTakeFirst()
  if (!locked) return
  const { rows } = await sql<Paid>`
    select withdrawals.id, user_id as "userId", hold_id as "holdId", amount, withdrawals.fee, asset
    from withdrawals join payouts on payouts.id = payout_id
    where coalesce(payouts.replaces, payouts.id) = ${payout.rootId} and ended_at is null
    order by withdrawals.id for no key update of withdrawals`.execute(tx)
  const ended = await endHolds(
    tx,
    rows.map(({ id, userId, holdId, amount, fee, asset }) => {
      const name = `withdrawal:${id}`
      const subject = { type: 'withdrawal', id: String(id) }
      const paid = {
        key: `${name}:paid`,
        kind: userId === null ? 'network_send' : 'withdrawal',
        amount: amount - fee,
        to: networkAccount(asset, 'outside'),
        subject
      }
      const kept = {
        key: `${name}:fee`,
        kind: 'withdrawal_fee',
        amount: fee,
        to: networkAccount(asset, 'fee'),
        subject
      }
      return { holdIds: [holdId], payments: fee > 0n ? [paid, kept] : [paid], at }
    })
  )
  if (!ended.ok) throw new Error(`Payout ${payout.id} cannot be settled: ${ended.code}`)
  await sql`
    update withdrawals set state = 'confirmed', payout_id = ${payout.id}, ended_at = ${at}
    where id = any(${rows.map(it => it.id)}::integer[])`.execute(tx)
  await sql`
    update payouts set state = case when id = ${payout.id} then 'confirmed' else 'replaced' end,
      confirmed_at = case when id = ${payout.id} then ${at}::timestamptz end
    where coalesce(replaces, id) = ${payout.rootId}`.execute(tx)
  if (payout.purpose === 'sweep') await markSwept(tx, payout)
}

/** Marks the tokens that arrived at a deposit address up to a block as swept. */
export async function markSwept(
  tx: Tx,
  { from, tokenCode, upTo }: { from: { addressId: number }; tokenCode: string; upTo: number }
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ is_swept: true })
    .where('address_id', '=', from.addressId)
    .where('token_code', '=', tokenCode)
    .where('block_height', '<=', upTo)
    .execute()
}

/** Stores the gas cost of a mined transaction, in wei, whether or not it succeeded. */
export async function setGasPaid(db: Database, payout: Payout, wei: bigint): Promise<void> {
  await db.updateTable('payouts').set({ gas_paid: wei }).where('id', '=', payout.id).execute()
}

/**
 * Fails a payout that can never be mined. Its withdrawals, whose IDs are returned, are signed again. A withdrawal that
 * an operator approved needs a new approval, since the first was for a single payment; the operator can also fail it.
 */
export async function failPayout(tx: Tx, payout: Payout): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update payouts set state = 'failed'
    where coalesce(replaces, id) = ${payout.rootId} and state in ('signed', 'sent')
    returning id`.execute(tx)
  const { rows: open } = await sql<{ id: number }>`
    update withdrawals set payout_id = null, state = 'requested', approved_by = null, approval = null,
      instead_of = payouts.transaction_id
    from payouts where payouts.id = payout_id and payout_id = any(${rows.map(it => it.id)}::integer[])
      and ended_at is null
    returning withdrawals.id`.execute(tx)
  return open.map(it => it.id)
}
