import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'

/** IDs of what the database reported as changed. */
export type Changes = {
  campaigns: Set<number>
  creatives: Set<number>
  packs: Set<number>
  units: Set<number>
  sites: Set<number>
  /** Accounts whose rules for all their units changed. */
  publishers: Set<number>
  /** Accounts that were suspended or reinstated, which changes everything they have. */
  accounts: Set<number>
}

const kinds = {
  campaign: 'campaigns',
  creative: 'creatives',
  traffic_pack: 'packs',
  unit: 'units',
  site: 'sites',
  publisher: 'publishers',
  account: 'accounts'
} as const

export function noChanges(): Changes {
  return {
    campaigns: new Set(),
    creatives: new Set(),
    packs: new Set(),
    units: new Set(),
    sites: new Set(),
    publishers: new Set(),
    accounts: new Set()
  }
}

/** Adds a change such as `campaign 12`. Returns false for an unknown message, which may mean any change. */
export function addChange(changes: Changes, what: string): boolean {
  const [, word, id] = /^([a-z_]+) ([1-9]\d{0,9})$/.exec(what) ?? []
  const kind = Object.entries(kinds).find(([name]) => name === word)?.[1]
  if (kind) changes[kind].add(Number(id))
  return kind !== undefined
}

export function join(one: Changes, other: Changes): Changes {
  return {
    campaigns: one.campaigns.union(other.campaigns),
    creatives: one.creatives.union(other.creatives),
    packs: one.packs.union(other.packs),
    units: one.units.union(other.units),
    sites: one.sites.union(other.sites),
    publishers: one.publishers.union(other.publishers),
    accounts: one.accounts.union(other.accounts)
  }
}

export function isAnything(changes: Changes): boolean {
  return Object.values(kinds).some(kind => changes[kind].size > 0)
}

/**
 * Returns the IDs of campaigns that changed directly, through a creative's banners or a pack, or with their account.
 */
export async function resolveChanges(tx: Tx, changes: Changes): Promise<number[]> {
  const { creatives, packs, accounts } = changes
  if (creatives.size + packs.size + accounts.size === 0) return [...changes.campaigns]
  const { rows } = await sql<{ id: number }>`
    select campaign_id as id from shared_creatives where id = any(${[...creatives]}::int[])
    union
    select campaign_id from shared_campaign_targets
    where type = 'traffic_pack' and target_id = any(${[...packs]}::int[])
    union
    select id from shared_campaigns where user_id = any(${[...accounts]}::int[])`.execute(tx)
  return [...new Set([...changes.campaigns, ...rows.map(row => row.id)])]
}
