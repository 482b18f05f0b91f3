import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import type { Schedule } from './schedule.ts'
import type { TermsVersion } from './terms-versions.ts'

type Row = Omit<TermsVersion, 'schedule'> & {
  campaignId: number
  hours: string | null
  timeZone: string | null
}

/**
 * Returns each campaign's versions of terms that apply at the given time or later, in the order in which they were set.
 */
export async function readTerms(
  db: Database | Tx,
  ids: readonly number[],
  since: Date
): Promise<(id: number) => TermsVersion[]> {
  const { rows } = await sql<Row>`
    select campaign_id as "campaignId", id, valid_from as "validFrom", traffic_type as "trafficType",
      daily_budget as "dailyBudget", max_cpm as "maxCpm", total_budget as "totalBudget", hours, time_zone as "timeZone",
      site_share_percent as "siteSharePercent"
    from campaign_terms
    where campaign_id = any(${ids}::integer[]) and (valid_from > ${since} or id = (
      select before.id from campaign_terms before
      where before.campaign_id = campaign_terms.campaign_id and before.valid_from <= ${since}
      order by before.id desc limit 1))
    order by campaign_id, id`.execute(db)
  const versions = Map.groupBy(rows, row => row.campaignId)
  return id =>
    (versions.get(id) ?? []).map(({ campaignId, hours, timeZone, ...terms }) => ({
      ...terms,
      schedule: readSchedule(hours, timeZone)
    }))
}

/** Reads a schedule from its two database columns. */
export function readSchedule(hours: string | null, timeZone: string | null): Schedule | null {
  return hours === null || timeZone === null ? null : { hours, timeZone }
}

export type NewTerms = Omit<TermsVersion, 'id'>

/** Inserts versions of a campaign's terms in the given order. */
export async function insertTerms(
  tx: Tx,
  campaign: { id: number; asset: Asset },
  versions: readonly NewTerms[],
  at: Date
): Promise<void> {
  for (const { trafficType, dailyBudget, maxCpm, totalBudget, schedule, ...version } of versions) {
    await tx
      .insertInto('campaign_terms')
      .values({
        campaign_id: campaign.id,
        valid_from: version.validFrom,
        asset: campaign.asset,
        traffic_type: trafficType,
        daily_budget: dailyBudget,
        max_cpm: maxCpm,
        total_budget: totalBudget,
        hours: schedule?.hours ?? null,
        time_zone: schedule?.timeZone ?? null,
        site_share_percent: version.siteSharePercent,
        changed_at: at
      })
      .execute()
  }
}
