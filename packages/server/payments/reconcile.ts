import { type Asset, formatAmount } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import { mailOperators } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { readHoldings, readStanding } from './bitcoin/node-wallet.ts'
import { createBitcoinRpc } from './bitcoin/rpc.ts'
import type { ChainName } from './chain-facts.ts'
import { createEthereumClient } from './ethereum/client.ts'
import { readTokenStanding } from './ethereum/holdings.ts'
import { openPayouts } from './payout-store.ts'

export type Reconciliation = {
  asset: Asset
  /** What the chain has at addresses of ours. */
  holdings: bigint
  /** What accounts are owed, less what is already on its way to them. */
  liabilities: bigint
  /** Where it is, in words, when not all of it can be paid out at once, and what fees took. */
  places?: string
}

/** Compares what the chains hold with what is owed, for each asset whose chain is connected. */
export async function reconcile(context: Context): Promise<Reconciliation[]> {
  const { bitcoin, ethereum } = context.config.payments
  const results: Reconciliation[] = []
  if (bitcoin) {
    const rpc = createBitcoinRpc(bitcoin)
    const paid: number[] = []
    for (const it of await openPayouts(context.db, 'bitcoin')) {
      // One that was handed over a moment ago may not be marked yet.
      const isGone =
        it.state === 'sent' || (await readStanding(rpc, it.transactionId)).type === 'known'
      if (isGone) paid.push(it.id)
    }
    const holdings = await readHoldings(rpc)
    const liabilities = await owed(context, 'BTC', paid)
    const costs = await costsText(context)
    const places = costs === '' ? {} : { places: costs }
    results.push({ asset: 'BTC', holdings, liabilities, ...places })
  }
  if (ethereum) {
    const client = createEthereumClient(ethereum)
    // Where nothing was ever paid there is nothing; passed-over addresses are many.
    const { rows: addresses } = await sql<{ address: string }>`
      select distinct address from deposits
      where chain = 'ethereum' and address_id is not null limit 1000000`.execute(context.db)
    const { height, holdings, paid, ready, coin } = await readTokenStanding(
      context.db,
      client,
      ethereum,
      addresses.map(it => it.address)
    )
    const liabilities = await owed(context, 'USD', paid)
    const later = await creditedAbove(context, 'ethereum', height)
    const gas = `${formatAmount(ready)} USD of it on the account that pays out, with ${formatCoin(coin)} of coin for gas; ${formatCoin(await gasPaid(context))} went to gas so far`
    const lost = await lostText(context, 'USD')
    const places = lost === '' ? gas : `${gas}; ${lost}`
    results.push({ asset: 'USD', holdings, liabilities: liabilities - later, places })
  }
  return results
}

/** The fee of a withdrawal is fixed and that of the miners is not: whether the one pays for the other is said here. */
async function costsText(context: Context): Promise<string> {
  const { rows } = await sql<{ miners: bigint; kept: bigint }>`
    select (select coalesce(sum(amount), 0) from ledger_transfers where kind = 'miner_fee' and asset = 'BTC') as miners,
      (select coalesce(sum(fee), 0) from withdrawals where asset = 'BTC' and state = 'confirmed') as kept`.execute(
    context.db
  )
  const { miners = 0n, kept = 0n } = rows[0] ?? {}
  const fees = `${formatAmount(miners)} BTC went to miners so far, for which ${formatAmount(kept)} were kept of withdrawals`
  const lost = await lostText(context, 'BTC')
  return [...(miners > 0n ? [fees] : []), ...(lost === '' ? [] : [lost])].join('; ')
}

/** What left the network's addresses, as a restored backup found, and no withdrawal asked for. */
async function lostText({ db }: Context, asset: Asset): Promise<string> {
  const { rows } = await sql<{ lost: bigint }>`
    select coalesce(sum(amount), 0) as lost from ledger_transfers
    where kind = 'unknown_payout' and asset = ${asset}`.execute(db)
  const lost = rows[0]?.lost ?? 0n
  return lost === 0n ? '' : `${formatAmount(lost)} ${asset} were paid that no withdrawal asks for`
}

/** Promotion money is not owed, on hold or not: it can never be withdrawn. */
async function owed({ db }: Context, asset: Asset, paidBy: readonly number[]): Promise<bigint> {
  const { rows } = await sql<{ owed: bigint }>`
    select (select coalesce(sum(balance), 0) from ledger_accounts
        where asset = ${asset} and owner <> 'network' and kind <> 'promotion')
      - (select coalesce(sum(hold.amount), 0) from ledger_holds hold join ledger_accounts account
          on account.id = hold.from_account
        where hold.state = 'open' and asset = ${asset} and owner <> 'network' and kind = 'promotion')
      - (select coalesce(sum(amount), 0) from withdrawals
        where asset = ${asset} and user_id is not null and ended_at is null
          and payout_id = any(${paidBy}::integer[])) as owed`.execute(db)
  return rows[0]?.owed ?? 0n
}

/** Coin is none of our assets, so what gas took stands with the transactions, in wei. */
async function gasPaid({ db }: Context): Promise<bigint> {
  const { rows } = await sql<{ wei: bigint }>`
    select coalesce(sum(gas_paid), 0) as wei from payouts where chain = 'ethereum'`.execute(db)
  return rows[0]?.wei ?? 0n
}

const formatCoin = (wei: bigint) => formatAmount(wei / 10n ** 10n)

/** What was credited from blocks that came after the look at the chain. */
async function creditedAbove({ db }: Context, chain: ChainName, height: number): Promise<bigint> {
  const { rows } = await sql<{ credited: bigint }>`
    select coalesce(sum(credited), 0) as credited from deposits
    where chain = ${chain} and block_height > ${height}`.execute(db)
  return rows[0]?.credited ?? 0n
}

/** Stops payouts of an asset that falls short and tells the operators; they go on once the chain has enough again. */
export async function guardPayouts(context: Context): Promise<Reconciliation[]> {
  const results = await reconcile(context)
  for (const it of results) {
    if (it.holdings >= it.liabilities) await endStop(context, it.asset)
    else await stopPayouts(context, it)
  }
  return results
}

export function shortfallText({ asset, holdings, liabilities, places }: Reconciliation): string {
  const found = `The chain holds ${formatAmount(holdings)} ${asset}`
  return `${found}${places ? ` (${places})` : ''}, and ${formatAmount(liabilities)} ${asset} are owed`
}

async function stopPayouts(context: Context, it: Reconciliation): Promise<void> {
  const at = context.now()
  const reason = shortfallText(it)
  await context.db.transaction().execute(async tx => {
    // Looked for first: a row that is put in and refused takes a number of the sequence, every minute.
    const { rows } = await sql<{ id: number }>`
      insert into payout_stops (asset, reason, created_at)
      select ${it.asset}, ${reason}, ${at}
      where not exists (select from payout_stops where asset = ${it.asset} and ended_at is null)
      on conflict do nothing returning id`.execute(tx)
    if (rows.length === 0) return
    context.log.error({ asset: it.asset }, `payouts are stopped: ${reason}`)
    await mailOperators(tx, {
      subject: `Payouts in ${it.asset} are stopped`,
      text: `${reason}.\n\nNothing is paid out until the chain holds enough again. See ${context.config.publicUrl}/admin/payouts`,
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
