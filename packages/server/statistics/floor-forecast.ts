import { dayMs } from '@mille/api/durations.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import { floorForecastInput } from '@mille/api/statistics/schema.ts'
import { type Asset, assets, unitsPerWhole } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { readUsdPerBtc } from '../payments/index.ts'
import { isOwner } from './queries.ts'

const pastDays = 14
/** Maximum number of shares read; of a unit with more, only the newest are used. */
const maxShares = 20_000

type Floors = Record<Asset, bigint | null>
type Forecast = { since: Date | null; billable: bigint; meeting: bigint }

export function floorForecastRoutes(serve: Serve): void {
  serve(
    endpoints.statistics.readFloorForecast,
    floorForecastInput,
    async ({ context, input, user }) => {
      const id = Number(input.id)
      if (!(await isOwner(context.db, { kind: 'ad_unit', id }, user.id)))
        return failure('not_found')
      const usdPerBtc = await readUsdPerBtc(context)
      const floors = inEach(BigInt(input.net_cpm), input.asset, usdPerBtc)
      const since = new Date(context.now().getTime() - pastDays * dayMs)
      const found = await readForecast(context.db, id, floors, since)
      const attributes = {
        since: found.since?.toISOString() ?? null,
        billable: Number(found.billable),
        meeting: Number(found.meeting)
      }
      return reply({ data: { type: 'floor_forecasts' as const, id: input.id, attributes } })
    }
  )
}

/**
 * Converts the floor into both currencies, rounded up so that a price that meets it is worth at least the floor.
 * Without an exchange rate, nothing in the other currency meets the floor.
 */
function inEach(netCpm: bigint, asset: Asset, usdPerBtc: bigint | null): Floors {
  const up = (amount: bigint, by: bigint) => (amount + by - 1n) / by
  const other =
    usdPerBtc === null
      ? null
      : asset === 'USD'
        ? up(netCpm * unitsPerWhole, usdPerBtc)
        : up(netCpm * usdPerBtc, unitsPerWhole)
  const floorIn = (it: Asset) => (it === asset ? netCpm : other)
  return Object.fromEntries(assets.map(it => [it, floorIn(it)])) as Floors
}

/**
 * Reads how many views would have met the floor. Rounding takes less than two units from a share, so a share that is
 * less than two units below the floor still meets it.
 */
async function readForecast(
  db: Database,
  unit: number,
  floors: Floors,
  since: Date
): Promise<Forecast> {
  const floor = sql`case asset when 'BTC' then ${floors.BTC}::numeric else ${floors.USD}::numeric end`
  const { rows } = await sql<Forecast>`
    select min(window_start) as since, coalesce(sum(billable), 0)::bigint as billable,
      coalesce(sum(billable) filter (where (net + 2)::numeric * 1000 >= ${floor} * billable), 0)::bigint as meeting
    from (
      select window_start, share.billable, net, asset
      from shared_settlement_shares as share join shared_settlements using (campaign_id, window_start)
      where unit_id = ${unit} and window_start >= ${since}
      order by window_start desc limit ${maxShares}
    ) as shares`.execute(db)
  const [found] = rows
  if (!found) throw new Error('Sums gave no row')
  return found
}
