import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { embedSettings } from '@mille/api/ad-units/schema.ts'
import type { Database, Tx } from '../db/connect.ts'
import { adUnitAccount, balances } from '../ledger/index.ts'
import type { AdUnitRow } from './queries.ts'

export async function adUnitResources(
  db: Database | Tx,
  rows: readonly AdUnitRow[]
): Promise<AdUnit[]> {
  const accounts = rows.flatMap(({ id }) => [adUnitAccount(id, 'BTC'), adUnitAccount(id, 'USD')])
  const amounts = accounts.length === 0 ? [] : await balances(db, accounts)
  return rows.map((row, index) =>
    adUnitResource(row, amounts[2 * index] ?? 0n, amounts[2 * index + 1] ?? 0n)
  )
}

export async function adUnitDocument(db: Database | Tx, row: AdUnitRow): Promise<{ data: AdUnit }> {
  const [btc = 0n, usd = 0n] = await balances(db, [
    adUnitAccount(row.id, 'BTC'),
    adUnitAccount(row.id, 'USD')
  ])
  return { data: adUnitResource(row, btc, usd) }
}

function adUnitResource(row: AdUnitRow, btc: bigint, usd: bigint): AdUnit {
  const {
    name,
    page_url,
    kind,
    state,
    size,
    screen_type,
    ad_type,
    disallowed_ratings,
    impressions,
    settings,
    fallback,
    fallback_url,
    floor_asset,
    floor_net_cpm
  } = row
  return {
    type: 'ad_units',
    id: String(row.id),
    attributes: {
      name,
      page_url,
      kind,
      state,
      size,
      screen_type,
      ad_type,
      disallowed_ratings,
      impressions,
      // A unit that is older than a setting has the setting's default.
      settings: embedSettings.parse(settings),
      fallback,
      fallback_url,
      floor:
        floor_asset === null || floor_net_cpm === null
          ? null
          : { asset: floor_asset, net_cpm: floor_net_cpm.toString() },
      balances: { BTC: btc.toString(), USD: usd.toString() },
      created_at: row.created_at.toISOString()
    },
    relationships: {
      site: { data: row.site_id === null ? null : { type: 'sites', id: String(row.site_id) } }
    }
  }
}
