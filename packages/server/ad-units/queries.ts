import type { EmbedSettings } from '@mille/api/ad-units/endpoints.ts'
import { embedSettings } from '@mille/api/ad-units/schema.ts'
import type { AdType, Rating, UnitFallback } from '@mille/api/constants.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { Selectable } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import type { AdUnits } from '../db/schema.generated.ts'

/** A row of `ad_units`, with the types that the API's schema validated when the row was written. */
export type AdUnitRow = Omit<
  Selectable<AdUnits>,
  | 'kind'
  | 'state'
  | 'size'
  | 'screen_type'
  | 'ad_type'
  | 'disallowed_ratings'
  | 'settings'
  | 'fallback'
  | 'fallback_text'
  | 'fallback_link'
  | 'floor_asset'
> & {
  floor_asset: Asset | null
  fallback: UnitFallback
  kind: 'site' | 'app' | 'affiliate'
  state: 'active' | 'archived'
  size: UnitSize
  screen_type: 'desktop' | 'mobile'
  ad_type: AdType
  disallowed_ratings: Rating[]
  settings: EmbedSettings
}

const columns = [
  'id',
  'user_id',
  'site_id',
  'kind',
  'state',
  'name',
  'page_url',
  'size',
  'screen_type',
  'ad_type',
  'disallowed_ratings',
  'impressions',
  'settings',
  'fallback',
  'fallback_url',
  'floor_asset',
  'floor_net_cpm',
  'created_at'
] as const

export async function findOwnAdUnit(
  db: Database | Tx,
  userId: number,
  id: number
): Promise<AdUnitRow | undefined> {
  return ownAdUnit(db, userId, id).executeTakeFirst()
}

/** Reads and locks one of the account's own ad units, so that a change is checked against what it changes. */
export async function lockOwnAdUnit(
  tx: Tx,
  userId: number,
  id: number
): Promise<AdUnitRow | undefined> {
  return ownAdUnit(tx, userId, id).forUpdate().executeTakeFirst()
}

function ownAdUnit(db: Database | Tx, userId: number, id: number) {
  return db
    .selectFrom('ad_units')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .limit(1)
    .$castTo<AdUnitRow>()
}

/** Returns the owner of a unit that showed an ad, and whether the unit invites advertisers. */
export async function findPlace(
  db: Database | Tx,
  id: number
): Promise<{ id: number; owner: number; hasInvitation: boolean } | undefined> {
  const row = await db
    .selectFrom('ad_units')
    .select(['user_id', 'state', 'settings'])
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { invitation_link: invitation } = embedSettings.parse(row.settings)
  const hasInvitation = row.state === 'active' && invitation === 'internal'
  return { id, owner: row.user_id, hasInvitation }
}

export async function listOwnAdUnits(db: Database, userId: number, offset: number, limit: number) {
  const found = db.selectFrom('ad_units').where('user_id', '=', userId)
  const rows = await found
    .select(columns)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .$castTo<AdUnitRow>()
    .execute()
  return { rows, records: await countRows(found) }
}

export type NewAdUnit = Omit<AdUnitRow, 'id' | 'state' | 'fallback' | 'fallback_url'>

export async function insertAdUnit(tx: Tx, { settings, ...unit }: NewAdUnit): Promise<AdUnitRow> {
  return tx
    .insertInto('ad_units')
    .values({ ...unit, settings: JSON.stringify(settings) })
    .returning(columns)
    .$castTo<AdUnitRow>()
    .executeTakeFirstOrThrow()
}

export type AdUnitChanges = {
  [Name in
    | 'name'
    | 'size'
    | 'ad_type'
    | 'disallowed_ratings'
    | 'settings'
    | 'fallback'
    | 'fallback_url'
    | 'floor_asset'
    | 'floor_net_cpm']?: AdUnitRow[Name] | undefined
}

/**
 * Updates a unit and returns it. Undefined fields keep their values. Returns undefined if the account has no such unit.
 */
export async function updateOwnAdUnit(
  tx: Tx,
  userId: number,
  id: number,
  changes: AdUnitChanges
): Promise<AdUnitRow | undefined> {
  const { settings, ...plain } = changes
  return (
    tx
      .updateTable('ad_units')
      // The owner's ID is written too because an update must set at least one column.
      .set({
        user_id: userId,
        ...plain,
        ...(settings ? { settings: JSON.stringify(settings) } : {})
      })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(columns)
      .$castTo<AdUnitRow>()
      .executeTakeFirst()
  )
}

export async function archiveOwnAdUnit(tx: Tx, userId: number, id: number): Promise<boolean> {
  const found = await tx
    .updateTable('ad_units')
    .set({ state: 'archived' })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Returns the IDs of all current and former units of an account. */
export async function adUnitIdsOf(db: Database | Tx, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('ad_units')
    .select('id')
    .where('user_id', '=', userId)
    .limit(100_000)
    .execute()
  return rows.map(row => row.id)
}

export async function archiveAdUnitsOf(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('ad_units')
    .set({ state: 'archived' })
    .where('user_id', '=', userId)
    .execute()
}

/** Counts the active units of accounts that are not suspended. */
export function countActiveUnits(db: Database | Tx): Promise<number> {
  return countRows(
    db
      .selectFrom('ad_units')
      .where('state', '=', 'active')
      .where('user_id', 'not in', suspended =>
        suspended.selectFrom('suspended_accounts').select('user_id')
      )
  )
}
