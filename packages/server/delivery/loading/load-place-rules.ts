import { sql } from 'kysely'
import {
  type ApprovalRuleRow,
  type BlockRuleRow,
  listApprovalRulesOf,
  listBlockRulesOf
} from '../../ad-units/index.ts'
import type { Tx } from '../../db/connect.ts'
import { refusal } from '../choosing/eligibility.ts'

type Place = { id: number; user_id: number; site_id: number | null }
type Row = BlockRuleRow | ApprovalRuleRow
type Rule = Pick<Row, 'site_id' | 'unit_id'> & { name: string }
type NamesOf = (place: Place) => ReadonlySet<string>

const nothing: ReadonlySet<string> = new Set()
/** A name added to a list of approvals when ads need approval. It names no campaign. */
const onlyApproved = 'only approved'

/** Loads what accounts refuse to show on each of their units, by the names that campaigns have. */
export async function loadRefused(tx: Tx, owners: readonly number[]): Promise<NamesOf> {
  return namesByPlace(tx, await listBlockRulesOf(tx, owners))
}

/** Loads what accounts have approved for each of their units; null for a unit that needs no approvals. */
export async function loadApproved(
  tx: Tx,
  owners: readonly number[]
): Promise<(place: Place) => ReadonlySet<string> | null> {
  const namesOf = await loadApprovals(tx, owners)
  return place => {
    const names = namesOf(place)
    return names.has(onlyApproved) ? names : null
  }
}

/** Loads the approvals of each unit, whether or not the unit requires them. */
export async function loadApprovals(tx: Tx, owners: readonly number[]): Promise<NamesOf> {
  return namesByPlace(tx, await listApprovalRulesOf(tx, owners))
}

/** Returns the names in the rules that apply to a unit. Units with the same rules share a set. */
async function namesByPlace(tx: Tx, rows: readonly Row[]): Promise<NamesOf> {
  const advertisers = await loadAdvertisers(tx, rows)
  const rulesOf = new Map<number, readonly Rule[]>()
  for (const [owner, list] of Map.groupBy(rows, row => row.user_id)) {
    rulesOf.set(
      owner,
      list.map(row => ({ ...row, name: nameOf(row, advertisers) }))
    )
  }
  const shared = new Map<string, ReadonlySet<string>>()
  return ({ id, user_id, site_id }) => {
    const rules = rulesOf.get(user_id)
    if (!rules) return nothing
    const isOwn = rules.some(it => it.unit_id === id)
    const isOfSite = site_id !== null && rules.some(it => it.site_id === site_id)
    const key = `${user_id} ${isOfSite ? site_id : ''} ${isOwn ? id : ''}`
    const known = shared.get(key)
    if (known) return known
    const names = rules
      .filter(it => (it.site_id ?? site_id) === site_id && (it.unit_id ?? id) === id)
      .map(it => it.name)
    const found = names.length > 0 ? new Set(names) : nothing
    shared.set(key, found)
    return found
  }
}

function nameOf(row: Row, advertisers: ReadonlyMap<number, number>): string {
  const id = row.creative_id ?? 0
  switch (row.kind) {
    case 'only_approved':
      return onlyApproved
    case 'domain':
      return refusal.domain(row.domain ?? '')
    case 'category':
      return refusal.category(row.product_category ?? '')
    case 'creative':
      return refusal.creative(id)
    case 'advertiser':
      return refusal.advertiser(advertisers.get(id) ?? 0)
  }
}

/** Loads the advertisers of the ads that rules name, by creative. */
async function loadAdvertisers(tx: Tx, rules: readonly Row[]): Promise<Map<number, number>> {
  const ids = rules.flatMap(it => (it.kind === 'advertiser' ? (it.creative_id ?? []) : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; owner: number }>`
    select creative.id, user_id as owner from shared_creatives as creative
    join shared_campaigns as campaign on campaign.id = campaign_id
    where creative.id = any(${[...new Set(ids)]}::int[])
    limit ${ids.length}`.execute(tx)
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}
