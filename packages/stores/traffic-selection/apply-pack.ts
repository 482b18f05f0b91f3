import type { PackTarget, TrafficPackDocument } from '@mille/api/traffic-selection/endpoints.ts'
import { block, type SelectedTraffic, select, type TargetType } from './selection-rules.ts'

/** Adds a pack's targets to the selection; targets that no longer exist are left out. */
export function applyPack(
  traffic: SelectedTraffic,
  { data, included }: TrafficPackDocument
): SelectedTraffic {
  const wanted = new Set(data.relationships.campaign_targets.data.map(it => it.id))
  return included.reduce((result, it) => {
    if (it.type !== 'campaign_targets' || !wanted.has(it.id)) return result
    const target = targetOf(it)
    if (target === null) return result
    const name = nameOf(included, target)
    if (name === null) return result
    const change = it.attributes.allowed ? select : block
    return change(result, target.type, { id: target.id, name })
  }, traffic)
}

function targetOf({ relationships }: PackTarget): { type: TargetType; id: string } | null {
  const { category, site, ad_unit } = relationships
  if (category.data) return { type: 'category', id: category.data.id }
  if (site.data) return { type: 'site', id: site.data.id }
  return ad_unit.data ? { type: 'ad_unit', id: ad_unit.data.id } : null
}

const resourceTypes = { category: 'categories', site: 'sites', ad_unit: 'ad_units' } as const

function nameOf(
  included: TrafficPackDocument['included'],
  target: { type: TargetType; id: string }
): string | null {
  const found = included.find(it => it.type === resourceTypes[target.type] && it.id === target.id)
  if (!found || found.type === 'campaign_targets') return null
  if (found.type === 'categories') return found.attributes.name
  return found.attributes.domain_name ?? found.id
}
