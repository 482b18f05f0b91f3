import { setTimeout as sleep } from 'node:timers/promises'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import { addCampaign, addUnit } from '@mille/server/delivery/testing/network.ts'
import type { Node } from '@mille/server/delivery/testing/node.ts'
import { type Network, startNetwork } from '../faults/delivery-network.ts'
import { type Figure, median } from './rounds.ts'

const size = 10_000
const rounds = 20
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/**
 * Measures the time from a campaign's pause in the database until two nodes, each with a large inventory, have stopped
 * showing it.
 */
export async function run(): Promise<Figure[]> {
  const network = await startNetwork()
  try {
    await fill(network)
    const campaign = await addCampaign(network.db, { language: 'ka' })
    const unit = await addUnit(network.db, { language: 'ka' })
    // This campaign is the only one on the ad unit: all others are blocked there.
    await network.pool.query(
      `insert into campaign_targets (campaign_id, type, target_id, allowed)
       select id, 'ad_unit', $1, false from campaigns where id <> $2`,
      [unit.id, campaign.id]
    )
    const started = performance.now()
    const first = await network.startNode()
    const readMs = performance.now() - started
    const second = await network.startNode()
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      await setState(network, campaign.id, 'active')
      await untilShown([first, second], unit.id, true)
      await sleep(50)
      const paused = performance.now()
      await setState(network, campaign.id, 'paused')
      await untilShown([first, second], unit.id, false)
      times.push(performance.now() - paused)
    }
    await first.kill()
    await second.kill()
    const slowest = Math.max(...times)
    return [
      {
        name: `start of a node with ${size} campaigns × ${size} units in the database`,
        value: readMs,
        unit: 'ms',
        target: '≤ 3,000 ms',
        holds: readMs <= 3000
      },
      {
        name: 'pause to effect on two nodes, median',
        value: median(times),
        unit: 'ms',
        target: '≤ 1,000 ms',
        holds: median(times) <= 1000
      },
      {
        name: 'pause to effect on two nodes, slowest',
        value: slowest,
        unit: 'ms',
        target: '≤ 1,000 ms',
        holds: slowest <= 1000
      }
    ]
  } finally {
    await network.stop()
  }
}

async function setState({ db }: Network, id: number, state: string): Promise<void> {
  await db.updateTable('campaigns').set({ state }).where('id', '=', id).execute()
}

async function untilShown(nodes: Node[], unit: number, isShown: boolean): Promise<void> {
  for (const { origin } of nodes) {
    for (;;) {
      const response = await fetch(`${origin}/serve/units/${unit}`, {
        headers: { 'user-agent': browser }
      })
      if (((await response.json()) as Decision).filled === isShown) break
      await sleep(2)
    }
  }
}

/** Inserts thousands of rows. One user owns the ad units and another the campaigns. */
async function fill({ db, pool }: Network): Promise<void> {
  const unit = await addUnit(db, { categories: [10] })
  const { id } = await addCampaign(db, { bannerSizes: ['300x250'] })
  const sites = Math.floor(size / 3)
  await pool.query(`
    insert into sites (user_id, domain_name, origin, state, language, verification_token, created_at)
    select user_id, domain_name || n, origin, state, case when n % 3 = 0 then 'de' else 'en' end, '', created_at
    from sites, generate_series(1, ${sites}) as n where id = ${unit.site};
    insert into site_categories
    select id, (array[10, 90, 91, 101])[1 + id % 4] from sites where id <> ${unit.site};
    insert into ad_units (user_id, site_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings,
      impressions, settings, created_at)
    select unit.user_id, sites.list[1 + n % cardinality(sites.list)], kind, name, page_url,
      (array['Adaptive', '300x250', '728x90', '320x50'])[1 + n % 4], screen_type, ad_type,
      case when n % 2 = 0 then array['nsfw'] else '{}' end, 0, settings, created_at
    from ad_units as unit, generate_series(1, ${size}) as n, (select array_agg(id) as list from sites) as sites
    where unit.id = ${unit.id};
    insert into campaigns (user_id, state, currency, asset, created_at)
    select user_id, state, currency, asset, created_at
    from campaigns, generate_series(1, ${size}) as n where id = ${id};
    insert into campaign_terms (campaign_id, valid_from, asset, traffic_type, daily_budget, max_cpm, changed_at)
    select id, created_at, asset, case when id % 7 = 0 then 'cpm' else 'cpd' end, 1000 + id, 20000, created_at
    from campaigns where id <> ${id};
    insert into variants (campaign_id, name, created_at) select id, 'A', created_at from campaigns where id <> ${id};
    insert into creatives (campaign_id, variant_id, state, language, link_text, creative_link, creative_text, banners_only, created_at)
    select campaign.id, variant.id, 'live', language, link_text, creative_link, creative_text, banners_only, creative.created_at
    from creatives as creative, campaigns as campaign join variants as variant on variant.campaign_id = campaign.id
    where creative.campaign_id = ${id} and campaign.id <> ${id};
    insert into creative_banners (creative_id, banner_id)
    select creatives.id, link.banner_id from creative_banners as link, creatives
    where link.creative_id <> creatives.id;
    insert into ledger_accounts (owner, owner_id, asset, kind, balance)
    select 'campaign', id, 'BTC', 'available', 1000000 from campaigns where id <> ${id}`)
}
