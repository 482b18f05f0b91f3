import { dayMs } from '@mille/api/durations.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import type { FeeBasis } from '@mille/api/settings/endpoints.ts'
import { type Asset, assets } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { readSharesSummedUntil, shareSums } from '../settlement/index.ts'
import { startOfDay } from './report-sums.ts'

const days = 30

type Row = { asset: Asset; isPremium: boolean; isHalved: boolean; charged: bigint }

export function feeBasisRoutes(serve: Serve): void {
  serve(endpoints.settings.readFeeBasis, null, async ({ context }) =>
    reply({
      data: {
        ...{ type: 'fee_bases' as const, id: 'now' },
        attributes: await readFeeBasis(context.db)
      }
    })
  )
}

/** Reads what campaigns were charged on the last 30 days whose charges are all added up. */
async function readFeeBasis(db: Database): Promise<FeeBasis['data']['attributes']> {
  const until = startOfDay(await readSharesSummedUntil(db))
  const from = new Date(until.getTime() - days * dayMs)
  const { rows } = await sql<Row>`
    select asset, premium_contact is not null as "isPremium", fee_halved as "isHalved", sum(gross)::bigint as charged
    from (
      select campaign_id, sum.asset, sum(gross) as gross from ${shareSums.campaign.rows} as sum
      where window_start >= ${from} and window_start < ${until} group by campaign_id, sum.asset
    ) as charge
    join (select id, user_id, fee_halved from shared_campaigns) as campaign on campaign.id = campaign_id
    join (select id as user_id, premium_contact from shared_users) as owner using (user_id)
    group by 1, 2, 3`.execute(db)
  const charged = (asset: Asset, isPremium: boolean, isHalved: boolean) =>
    String(
      rows.find(it => it.asset === asset && it.isPremium === isPremium && it.isHalved === isHalved)
        ?.charged ?? 0n
    )
  return {
    from: dayOf(from),
    to: dayOf(new Date(until.getTime() - dayMs)),
    charged: assets.map(asset => ({
      asset,
      standard: charged(asset, false, false),
      standard_halved: charged(asset, false, true),
      premium: charged(asset, true, false),
      premium_halved: charged(asset, true, true)
    }))
  }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
