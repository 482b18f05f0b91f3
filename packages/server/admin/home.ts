import type { NetworkHome } from '@mille/api/admin/endpoints.ts'
import { assets } from '@mille/money/amount.ts'
import { countNewAccounts } from '../accounts/index.ts'
import { countActiveUnits } from '../ad-units/index.ts'
import { countActiveCampaigns } from '../campaigns/index.ts'
import type { Context } from '../context.ts'
import { atOneMoment } from '../db/at-one-moment.ts'
import { readNetworkRequests } from '../delivery/index.ts'
import { readReserveChecks } from '../payments/index.ts'
import { readBookPeriods } from '../seals/index.ts'
import { readHealth } from './health.ts'
import { readQueues } from './queues.ts'

type Home = NetworkHome['data']['attributes']
type Sums<Value> = { today: Value; month: Value; before: Value }

/** Returns an operator's start page, which is read from sums and queues that exist anyway. */
export async function readHome(context: Context): Promise<Home> {
  const at = context.now()
  // Everything else is read while the health checks wait for a node that does not respond.
  const [checks, figures, queues] = await Promise.all([
    readHealth(context),
    readFigures(context, at.toISOString().slice(0, 10)),
    readQueues(context.db, ['admin'])
  ])
  return { at: at.toISOString(), ...figures, queues, checks }
}

function readFigures({ db }: Context, today: string) {
  return atOneMoment(db, async tx => {
    const money = await readBookPeriods(tx, today)
    const requests = await readNetworkRequests(tx, today)
    return {
      money: assets.map(asset => moneyOf(asset, money)),
      requests: periodsOf(requests, it => ({
        requests: Number(it.requests),
        filled: Number(it.filled)
      })),
      new_accounts: periodsOf(await countNewAccounts(tx, today), it => it),
      active_campaigns: await countActiveCampaigns(tx),
      active_ad_units: await countActiveUnits(tx),
      reserves: (await readReserveChecks(tx)).map(it => ({
        asset: it.asset,
        holdings: it.holdings.toString(),
        liabilities: it.liabilities.toString(),
        checked_at: it.checkedAt.toISOString()
      }))
    }
  })
}

const nothing: Sums<bigint> = { today: 0n, month: 0n, before: 0n }

function moneyOf(
  asset: Home['money'][number]['asset'],
  all: Awaited<ReturnType<typeof readBookPeriods>>
): Home['money'][number] {
  const found = all.find(it => it.asset === asset)
  const sums = (of: Sums<bigint> = nothing) => periodsOf(of, String)
  return {
    asset,
    charged: sums(found?.charged),
    publishers: sums(found?.publishers),
    fees: sums(found?.fees),
    deposits: sums(found?.deposits),
    withdrawals: sums(found?.withdrawals)
  }
}

function periodsOf<Value, Shown>({ today, month, before }: Sums<Value>, as: (it: Value) => Shown) {
  return { today: as(today), last_30_days: as(month), previous_30_days: as(before) }
}
