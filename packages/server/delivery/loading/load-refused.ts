import { sql } from 'kysely'
import { type BlockRuleRow, listBlockRulesOf } from '../../ad-units/index.ts'
import type { Tx } from '../../db/connect.ts'
import { refusal } from '../choosing/eligibility.ts'

type Place = { id: number; user_id: number; site_id: number | null }
type Rule = Pick<BlockRuleRow, 'site_id' | 'unit_id'> & { name: string }

const nothing: ReadonlySet<string> = new Set()

/** What those accounts refuse to show on each of their units. Units with the same rules share a set. */
export async function loadRefused(
  tx: Tx,
  owners: readonly number[]
): Promise<(place: Place) => ReadonlySet<string>> {
  const rows = await listBlockRulesOf(tx, owners)
  const advertisers = await loadAdvertisers(tx, rows)
  const byOwner = Map.groupBy(rows, row => row.user_id)
  const rulesOf = new Map<number, readonly Rule[]>()
  for (const [owner, list] of byOwner) {
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
    const refused = names.length > 0 ? new Set(names) : nothing
    shared.set(key, refused)
    return refused
  }
}

function nameOf(
  { kind, domain, creative_id }: BlockRuleRow,
  advertisers: ReadonlyMap<number, number>
): string {
  const id = creative_id ?? 0
  if (kind === 'domain') return refusal.domain(domain ?? '')
  return kind === 'creative' ? refusal.creative(id) : refusal.advertiser(advertisers.get(id) ?? 0)
}

/** Whose the named ads are, by creative. */
async function loadAdvertisers(
  tx: Tx,
  rules: readonly BlockRuleRow[]
): Promise<Map<number, number>> {
  const ids = rules.flatMap(it => (it.kind === 'advertiser' ? (it.creative_id ?? []) : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; owner: number }>`
    select creative.id, user_id as owner from shared_creatives as creative
    join shared_campaigns as campaign on campaign.id = campaign_id
    where creative.id = any(${[...new Set(ids)]}::int[])
    limit ${ids.length}`.execute(tx)
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}
