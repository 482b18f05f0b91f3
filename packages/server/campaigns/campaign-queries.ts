import type { choiceModes } from '@mille/api/campaigns/visitors.ts'
import {
  type CampaignState,
  type DeviceSystem,
  type DeviceType,
  utmNames
} from '@mille/api/constants.ts'
import type { Language } from '@mille/api/reference-data/languages.ts'
import type { Asset, Currency } from '@mille/money/amount.ts'
import type { Selectable } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import type { Campaigns } from '../db/schema.generated.ts'
import type { SelfFunding } from '../window-holds/index.ts'
import { forgetVariantNames } from './variant-queries.ts'

/** A row of `campaigns`, with the types that the table's checks guarantee. */
export type CampaignRow = Omit<
  Selectable<Campaigns>,
  | 'state'
  | 'currency'
  | 'asset'
  | 'fee_halved'
  | 'variant_choice'
  | 'country_mode'
  | 'devices'
  | 'systems'
  | 'page_language_mode'
  | 'page_languages'
> & {
  state: CampaignState
  country_mode: (typeof choiceModes)[number] | null
  devices: DeviceType[] | null
  systems: DeviceSystem[] | null
  page_language_mode: (typeof choiceModes)[number] | null
  page_languages: Language[] | null
  currency: Currency
  asset: Asset
}
/** The asset of a campaign's amounts, and the currency in which they are displayed. */
export type Denomination = Pick<CampaignRow, 'currency' | 'asset'>

/** Columns that a campaign's owner may change at any time without a review. */
export const labelNames = ['name', ...utmNames] as const
type Labels = Pick<CampaignRow, (typeof labelNames)[number]>
type LabelChanges = { [name in keyof Labels]?: Labels[name] | undefined }

export function labelsOf(before: Labels, changes: LabelChanges = {}): Labels {
  const entries = labelNames.map(name => {
    const changed = changes[name]
    return [name, changed === undefined ? before[name] : changed]
  })
  return Object.fromEntries(entries) as Labels
}

const columns = [
  'id',
  'user_id',
  'state',
  ...labelNames,
  'currency',
  'asset',
  'starts_at',
  'ends_at',
  'country_mode',
  'countries',
  'devices',
  'systems',
  'page_language_mode',
  'page_languages',
  'included_keywords',
  'excluded_keywords',
  'auto_fund',
  'auto_fund_daily_max',
  'auto_fund_total_max',
  'created_at'
] as const

export async function findOwnCampaign(
  db: Database | Tx,
  userId: number,
  id: number
): Promise<CampaignRow | undefined> {
  return db
    .selectFrom('campaigns')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .limit(1)
    .$castTo<CampaignRow>()
    .executeTakeFirst()
}

/**
 * Returns a campaign's title for messages and files about its money: its name, or the headline of its current creative.
 */
export async function titleOfCampaign(db: Database | Tx, id: number): Promise<string> {
  const row = await db
    .selectFrom('campaign_titles')
    .select('title')
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row?.title || String(id)
}

/**
 * Reads and locks a campaign of the owner until the transaction ends. Every change of a campaign takes this lock first.
 */
export async function lockOwnCampaign(
  tx: Tx,
  userId: number,
  id: number
): Promise<CampaignRow | undefined> {
  const campaign = await lockCampaign(tx, id)
  return campaign?.user_id === userId ? campaign : undefined
}

export async function lockCampaign(tx: Tx, id: number): Promise<CampaignRow | undefined> {
  return tx
    .selectFrom('campaigns')
    .select(columns)
    .where('id', '=', id)
    .limit(1)
    .forNoKeyUpdate()
    .$castTo<CampaignRow>()
    .executeTakeFirst()
}

/** Locks the given campaigns that belong to the owner until the transaction ends. Returns them by ID. */
export async function lockOwnCampaigns(
  tx: Tx,
  userId: number,
  ids: readonly number[]
): Promise<Map<number, CampaignRow>> {
  const rows = await tx
    .selectFrom('campaigns')
    .select(columns)
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(ids.length)
    .forNoKeyUpdate()
    .$castTo<CampaignRow>()
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

export async function listOwnCampaigns(
  db: Database,
  userId: number,
  offset: number,
  limit: number
) {
  const found = db.selectFrom('campaigns').where('user_id', '=', userId)
  const rows = await found
    .select(columns)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .$castTo<CampaignRow>()
    .execute()
  return { rows, records: await countRows(found) }
}

/** Lists the owner's campaigns after a given one, in the order in which they were created. */
export async function listOwnCampaignsAfter(
  db: Database,
  userId: number,
  after: number,
  limit: number
): Promise<CampaignRow[]> {
  return db
    .selectFrom('campaigns')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .$castTo<CampaignRow>()
    .execute()
}

/** First and last moment at which a campaign may be shown. */
export type Dates = Pick<CampaignRow, 'starts_at' | 'ends_at'>

/** Targeting of a campaign: its visitors, page languages, and page words. */
export type Visitors = Pick<
  CampaignRow,
  | 'country_mode'
  | 'countries'
  | 'devices'
  | 'systems'
  | 'page_language_mode'
  | 'page_languages'
  | 'included_keywords'
  | 'excluded_keywords'
>

/** Whether a campaign takes money from the account automatically, and the maximum amounts. */
export type SelfFundingColumns = Pick<
  CampaignRow,
  'auto_fund' | 'auto_fund_daily_max' | 'auto_fund_total_max'
>

export const selfFundingOf = (row: CampaignRow): SelfFunding => ({
  id: row.id,
  userId: row.user_id,
  asset: row.asset,
  isSelfFunding: row.auto_fund,
  dailyMax: row.auto_fund_daily_max,
  totalMax: row.auto_fund_total_max
})

type NewCampaign = {
  labels: Labels
  dates: Dates
  visitors: Visitors
  selfFunding: SelfFundingColumns
  denomination: Denomination
  isFeeHalved: boolean
}

export async function insertCampaign(
  tx: Tx,
  userId: number,
  { labels, dates, visitors, selfFunding, denomination, isFeeHalved }: NewCampaign,
  at: Date
): Promise<CampaignRow> {
  return tx
    .insertInto('campaigns')
    .values({
      user_id: userId,
      state: 'pending',
      ...labels,
      ...dates,
      ...visitors,
      ...selfFunding,
      ...denomination,
      fee_halved: isFeeHalved,
      created_at: at
    })
    .returning(columns)
    .$castTo<CampaignRow>()
    .executeTakeFirstOrThrow()
}

export async function updateDenomination(tx: Tx, id: number, it: Denomination): Promise<void> {
  const { currency, asset } = it
  await tx.updateTable('campaigns').set({ currency, asset }).where('id', '=', id).execute()
}

export async function setDates(tx: Tx, id: number, dates: Dates): Promise<void> {
  const { starts_at, ends_at } = dates
  await tx.updateTable('campaigns').set({ starts_at, ends_at }).where('id', '=', id).execute()
}

export async function setVisitors(tx: Tx, id: number, visitors: Visitors): Promise<void> {
  const { country_mode, countries, devices, systems, ...ofPages } = visitors
  const { page_language_mode, page_languages, included_keywords, excluded_keywords } = ofPages
  await tx
    .updateTable('campaigns')
    .set({ country_mode, countries, devices, systems })
    .set({ page_language_mode, page_languages, included_keywords, excluded_keywords })
    .where('id', '=', id)
    .execute()
}

export async function setSelfFunding(
  tx: Tx,
  id: number,
  { auto_fund, auto_fund_daily_max, auto_fund_total_max }: SelfFundingColumns
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({ auto_fund, auto_fund_daily_max, auto_fund_total_max })
    .where('id', '=', id)
    .execute()
}

export async function writeLabels(tx: Tx, id: number, labels: Labels): Promise<void> {
  await tx.updateTable('campaigns').set(labels).where('id', '=', id).execute()
}

/**
 * Deletes an account's names for its campaigns and variants and the UTM parameters in their links, which are the account's own
 * words. The books refer to campaigns by number.
 */
export async function forgetCampaignLabels(tx: Tx, userId: number): Promise<void> {
  const none = Object.fromEntries(labelNames.map(name => [name, null]))
  await tx
    .updateTable('campaigns')
    .set(none)
    .where('user_id', '=', userId)
    .where(eb => eb.or(labelNames.map(name => eb(name, 'is not', null))))
    .execute()
  await forgetVariantNames(tx, userId)
}

/** Returns campaigns of any account by their IDs. */
export async function campaignsByIds(
  db: Database | Tx,
  ids: readonly number[]
): Promise<CampaignRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('campaigns')
    .select(columns)
    .where('id', 'in', ids)
    .limit(ids.length)
    .$castTo<CampaignRow>()
    .execute()
}

/**
 * Returns the amounts charged to campaigns so far. Settlement imports this domain, so its statements are read here
 * directly with SQL.
 */
export async function spentOf(
  db: Database | Tx,
  ids: readonly number[]
): Promise<Map<number, bigint>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('shared_settlements')
    .select(eb => ['campaign_id', eb.fn.sum<bigint>('charged').as('spent')])
    .where('campaign_id', 'in', ids)
    .groupBy('campaign_id')
    .execute()
  return new Map(rows.map(row => [row.campaign_id, row.spent]))
}

/** Returns the IDs of all current and former campaigns of an account. */
export async function campaignIdsOf(db: Database | Tx, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('campaigns')
    .select('id')
    .where('user_id', '=', userId)
    .limit(100_000)
    .execute()
  return rows.map(row => row.id)
}

export async function hasRunningCampaigns(db: Database | Tx, userId: number): Promise<boolean> {
  const running = await db
    .selectFrom('campaigns')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['active', 'pending'])
    .limit(1)
    .executeTakeFirst()
  return running !== undefined
}

/** Counts the active campaigns of accounts that are not suspended. */
export function countActiveCampaigns(db: Database | Tx): Promise<number> {
  return countRows(
    db
      .selectFrom('campaigns')
      .where('state', '=', 'active')
      .where('user_id', 'not in', suspended =>
        suspended.selectFrom('suspended_accounts').select('user_id')
      )
  )
}
