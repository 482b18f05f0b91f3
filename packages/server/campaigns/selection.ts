import {
  emptySelection,
  type SelectionIds,
  type SelectionName,
  selectionNames
} from '@mille/api/campaigns/selection-names.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'

type TargetType = 'site' | 'ad_unit' | 'category'

const targetOf: Record<SelectionName, { type: TargetType; allowed: boolean }> = {
  selected_site_ids: { type: 'site', allowed: true },
  blocked_site_ids: { type: 'site', allowed: false },
  selected_ad_unit_ids: { type: 'ad_unit', allowed: true },
  blocked_ad_unit_ids: { type: 'ad_unit', allowed: false },
  selected_category_ids: { type: 'category', allowed: true },
  blocked_category_ids: { type: 'category', allowed: false }
}
const tables: Record<TargetType, string> = {
  site: 'shared_sites',
  ad_unit: 'shared_ad_units',
  category: 'shared_categories'
}
const opposites: ReadonlyArray<readonly [SelectionName, SelectionName]> = [
  ['selected_site_ids', 'blocked_site_ids'],
  ['selected_ad_unit_ids', 'blocked_ad_unit_ids'],
  ['selected_category_ids', 'blocked_category_ids']
]
const maxTargets = 6_000

export type SelectionChanges = { [Name in SelectionName]?: string[] | undefined }

/** Returns where campaigns run and do not run, by campaign. Packs that an operator assigned are not included. */
export async function readSelections(
  db: Database | Tx,
  campaignIds: readonly number[]
): Promise<(campaignId: number) => SelectionIds> {
  const byCampaign = new Map<number, SelectionIds>()
  if (campaignIds.length === 0) return () => emptySelection
  const rows = await db
    .selectFrom('campaign_targets')
    .select(['campaign_id', 'type', 'target_id', 'allowed'])
    .where('campaign_id', 'in', campaignIds)
    .where('type', '<>', 'traffic_pack')
    .orderBy('target_id')
    .limit(campaignIds.length * maxTargets)
    .execute()
  for (const row of rows) {
    const name = selectionNames.find(
      it => targetOf[it].type === row.type && targetOf[it].allowed === row.allowed
    )
    if (!name) continue
    const selection = byCampaign.get(row.campaign_id) ?? structuredClone(emptySelection)
    selection[name].push(String(row.target_id))
    byCampaign.set(row.campaign_id, selection)
  }
  return id => byCampaign.get(id) ?? emptySelection
}

/** A new selection of traffic sources, and the names of the lists that change. */
export type SelectionPlan = { names: readonly SelectionName[]; after: SelectionIds }

/**
 * Plans a change of a selection; refuses unknown targets and contradictions. `campaignId` is `null` for a campaign not
 * created yet.
 */
export async function planSelection(
  tx: Tx,
  campaignId: number | null,
  changes: SelectionChanges
): Promise<({ ok: true } & SelectionPlan) | Failure> {
  const names = selectionNames.filter(name => changes[name] !== undefined)
  const before =
    campaignId === null ? emptySelection : (await readSelections(tx, [campaignId]))(campaignId)
  const after = { ...before }
  for (const name of names) after[name] = [...new Set(changes[name])]
  for (const [selected, blocked] of opposites) {
    const both = after[selected].find(id => after[blocked].includes(id))
    if (both !== undefined) {
      const pointer = names.includes(selected) ? selected : blocked
      return failure('invalid', { pointer, detail: `${both} is both selected and blocked.` })
    }
  }
  for (const name of names) {
    // Only added targets must exist: ones already selected may have been removed since.
    const added = after[name].filter(id => !before[name].includes(id)).map(Number)
    const unknown = await firstUnknown(tx, targetOf[name].type, added)
    if (unknown !== null) {
      return failure('traffic_source_unknown', {
        pointer: name,
        detail: `The source ${unknown} does not exist.`
      })
    }
  }
  return { ok: true, names, after }
}

export async function writeSelection(
  tx: Tx,
  campaignId: number,
  { names, after }: SelectionPlan
): Promise<void> {
  for (const name of names) {
    const { type, allowed } = targetOf[name]
    await tx
      .deleteFrom('campaign_targets')
      .where('campaign_id', '=', campaignId)
      .where('type', '=', type)
      .where('allowed', '=', allowed)
      .execute()
  }
  for (const name of names) {
    if (after[name].length === 0) continue
    const target = { campaign_id: campaignId, ...targetOf[name] }
    await tx
      .insertInto('campaign_targets')
      .values(after[name].map(id => ({ ...target, target_id: Number(id) })))
      .execute()
  }
}

async function firstUnknown(
  tx: Tx,
  type: TargetType,
  ids: readonly number[]
): Promise<number | null> {
  if (ids.length === 0) return null
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::integer[]) as asked (id)
    where not exists (select from ${sql.table(tables[type])} as known where known.id = asked.id)
    limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
