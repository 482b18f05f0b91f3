import type { Books } from '@mille/api/books/endpoints.ts'
import { type Asset, assets } from '@mille/money/amount.ts'
import type { Context } from '../context.ts'
import { atOneMoment } from '../db/at-one-moment.ts'
import { type NetworkViews, readNetworkViews } from '../delivery/index.ts'
import { readReserveChecks } from '../payments/index.ts'
import { type BookTotals, type PeriodSums, readBookTotals } from '../seals/index.ts'
import { readLatestWindows } from '../settlement/index.ts'

const shownWindows = 12

/** Reads the network's public books: sums over all accounts, without data about any single account. */
export function readOpenBooks(
  { db, config }: Pick<Context, 'db' | 'config'>,
  at: Date
): Promise<Books> {
  const today = at.toISOString().slice(0, 10)
  return atOneMoment(db, async tx => {
    const totals = await readBookTotals(tx, today)
    const views = await readNetworkViews(tx, today)
    const windows = { windows: shownWindows, seconds: config.settlementWindowSeconds }
    return {
      at: at.toISOString(),
      totals: assets.map(asset => totalsOf(asset, totals)),
      reserves: (await readReserveChecks(tx)).map(it => ({
        asset: it.asset,
        holdings: it.holdings.toString(),
        liabilities: it.liabilities.toString(),
        checked_at: it.checkedAt.toISOString()
      })),
      views: {
        counted_at: views.countedAt?.toISOString() ?? null,
        today: viewsOf(views.today),
        last_30_days: viewsOf(views.month)
      },
      settlements: (await readLatestWindows(tx, windows)).map(it => ({
        window_start: it.start.toISOString(),
        window_end: it.end.toISOString(),
        asset: it.asset,
        billable: Number(it.billable),
        charged: it.charged.toString(),
        publishers: it.publishers.toString(),
        fee: it.fee.toString(),
        referral: it.referral.toString(),
        campaigns: it.campaigns
      }))
    }
  })
}

const nothing: PeriodSums = { today: 0n, month: 0n, ever: 0n }

function totalsOf(asset: Asset, totals: readonly BookTotals[]) {
  const found = totals.find(it => it.asset === asset)
  const sums = ({ today, month, ever } = nothing) => ({
    today: today.toString(),
    last_30_days: month.toString(),
    ever: ever.toString()
  })
  return {
    asset,
    publishers: sums(found?.publishers),
    fees: sums(found?.fees),
    withdrawals: sums(found?.withdrawals)
  }
}

function viewsOf({ billable, rejected }: NetworkViews) {
  return {
    billable: Number(billable),
    rejected: Object.fromEntries(
      Object.entries(rejected).map(([reason, count]) => [reason, Number(count)])
    )
  }
}
