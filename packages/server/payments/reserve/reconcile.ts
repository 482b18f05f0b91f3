import { type Asset, formatAmount } from '@mille/money/amount.ts'
import { sumOf } from '@mille/money/sum.ts'
import { sql } from 'kysely'
import { mailOperators } from '../../accounts/index.ts'
import type { Context } from '../../context.ts'
import { atOneMoment } from '../../db/at-one-moment.ts'
import type { Tx } from '../../db/connect.ts'
import type { Holdings } from '../chain.ts'
import { chainsOf } from '../chains.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import { readLightningHoldings } from '../lightning-health.ts'
import { saveReserveChecks } from './reserve-checks.ts'

export type Reconciliation = {
  asset: Asset
  /** What the chain holds at our addresses, and what belongs to us in Lightning channels. */
  holdings: bigint
  /** What accounts are owed, minus payouts that have already left. */
  liabilities: bigint
  /** Text that says where the money is, if it cannot all be paid out together, and what fees cost. */
  places?: string
}

/** Compares what the chains hold with what is owed, for each asset that has a connected chain. */
export async function reconcile(context: Context): Promise<Reconciliation[]> {
  const results: Reconciliation[] = []
  const byAsset = Map.groupBy(chainsOf(context.config.payments), it => it.asset)
  for (const [asset, chains] of byAsset) {
    const found: (Holdings & { chain: ChainName })[] = []
    for (const { name: chain, readHoldings } of chains)
      found.push({ chain, ...(await readHoldings(context)) })
    const paid = found.flatMap(it => it.paid)
    // Of one moment: a payment by Lightning leaves the channels and what is owed together.
    let [liabilities, channels] = await atOneMoment(context.db, async db => [
      await owed(db, asset, paid),
      asset === 'BTC' ? await readLightningHoldings({ db, config: context.config }) : null
    ])
    for (const { chain, height } of found)
      if (height !== null) liabilities -= await creditedAbove(context, chain, height)
    const holdings = sumOf(found.map(it => it.amount)) + (channels?.amount ?? 0n)
    const lost = await lostText(context, asset)
    const inChannels = channels && channels.amount > 0n ? [channels.words] : []
    const words = [...found.flatMap(it => it.words), ...inChannels, ...(lost === '' ? [] : [lost])]
    const places = words.length === 0 ? {} : { places: words.join('; ') }
    results.push({ asset, holdings, liabilities, ...places })
  }
  return results
}

/** Describes what left the network's addresses without a withdrawal, as found after a restore. */
async function lostText({ db }: Context, asset: Asset): Promise<string> {
  const { rows } = await sql<{ lost: bigint }>`
    select coalesce(sum(amount), 0) as lost from ledger_transfers
    where kind = 'unknown_payout' and asset = ${asset}`.execute(db)
  const lost = rows[0]?.lost ?? 0n
  return lost === 0n ? '' : `${formatAmount(lost)} ${asset} were paid without a withdrawal`
}

/** Sums what accounts are owed. Promotional credit is not owed, on hold or not, since it can never be withdrawn. */
async function owed(db: Tx, asset: Asset, paidBy: readonly number[]): Promise<bigint> {
  const { rows } = await sql<{ owed: bigint }>`
    select (select coalesce(sum(balance), 0) from ledger_accounts
        where asset = ${asset} and owner <> 'network' and kind <> 'promotion')
      - (select coalesce(sum(hold.amount), 0) from ledger_holds hold join ledger_accounts account
          on account.id = hold.from_account
        where hold.state = 'open' and asset = ${asset} and owner <> 'network' and kind = 'promotion')
      - (select coalesce(sum(amount), 0) from withdrawals
        where asset = ${asset} and user_id is not null and ended_at is null
          and payout_id = any(${paidBy}::integer[]))
      -- In flight: no longer in the channels, and on hold until the node knows how it ended.
      - (select coalesce(sum(withdrawals.amount), 0) from withdrawals
        join lightning_payments payment on payment_id = name::text and payment.state = 'in_flight'
        where asset = ${asset} and withdrawals.payment_hash is not null and ended_at is null) as owed`.execute(
    db
  )
  return rows[0]?.owed ?? 0n
}

/** Sums credits from blocks above the height at which the chain was read. */
async function creditedAbove({ db }: Context, chain: ChainName, height: number): Promise<bigint> {
  const { rows } = await sql<{ credited: bigint }>`
    select coalesce(sum(credited), 0) as credited from deposits
    where chain = ${chain} and block_height > ${height}`.execute(db)
  return rows[0]?.credited ?? 0n
}

/**
 * Stops payouts of an asset with a shortfall and notifies the operators. Payouts resume once the chain has enough
 * again.
 */
export async function guardPayouts(context: Context): Promise<Reconciliation[]> {
  const at = context.now()
  const results = await reconcile(context)
  await saveReserveChecks(context.db, results, at)
  for (const it of results) {
    if (it.holdings >= it.liabilities) await endStop(context, it.asset)
    else await stopPayouts(context, it)
  }
  return results
}

export function shortfallText({ asset, holdings, liabilities, places }: Reconciliation): string {
  const found = `The blockchain holds ${formatAmount(holdings)} ${asset}`
  return `${found}${places ? ` (${places})` : ''}, and ${formatAmount(liabilities)} ${asset} are owed`
}

async function stopPayouts(context: Context, it: Reconciliation): Promise<void> {
  const at = context.now()
  const reason = shortfallText(it)
  await context.db.transaction().execute(async tx => {
    // The row is searched first: an insert that conflicts would use up a sequence number every minute.
    const { rows } = await sql<{ id: number }>`
      insert into payout_stops (asset, reason, created_at)
      select ${it.asset}, ${reason}, ${at}
      where not exists (select from payout_stops where asset = ${it.asset} and ended_at is null)
      on conflict do nothing returning id`.execute(tx)
    if (rows.length === 0) return
    context.log.error({ asset: it.asset }, `payouts are stopped: ${reason}`)
    await mailOperators(tx, {
      subject: `Payouts in ${it.asset} are stopped`,
      text: `${reason}.\n\nNothing is paid out until there are enough funds on the blockchain again. See ${context.config.publicUrl}/admin/payouts`,
      at
    })
  })
}

async function endStop({ db, now }: Context, asset: Asset): Promise<void> {
  await db
    .updateTable('payout_stops')
    .set({ ended_at: now() })
    .where('asset', '=', asset)
    .where('ended_at', 'is', null)
    .execute()
}
