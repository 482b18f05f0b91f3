import type { Context } from '../../context.ts'
import type { Campaign, Inventory } from '../choosing/inventory.ts'
import { loadCounted } from './load-campaigns.ts'
import { loadCountedBySite } from './site-takings.ts'

/**
 * Loads what has been counted by now for the inventory's CPM campaigns, and for those that limit what one site takes,
 * and returns these campaigns with it.
 */
export async function loadSpending(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  inventory: Inventory
): Promise<Campaign[]> {
  const known = inventory.campaigns().filter(it => it.trafficType === 'cpm' || it.siteShare)
  if (known.length === 0) return []
  const counted = new Map((await loadCounted(db, known, now())).map(it => [it.id, it]))
  const limited = known.filter(it => it.siteShare)
  const seconds = config.settlementWindowSeconds
  const countedBySite = await loadCountedBySite(db, limited, now(), seconds)
  return known.flatMap(({ id, settledUntil }) => {
    // A campaign that was settled or dropped meanwhile is skipped, because the inventory is newer than these counts.
    const campaign = inventory.campaign(id)
    const { countedToday, countedBefore } = counted.get(id) ?? {}
    if (countedToday === undefined || countedBefore === undefined) return []
    if (campaign?.settledUntil?.getTime() !== settledUntil?.getTime() || !campaign) return []
    const { siteShare: share } = campaign
    const siteShare = share && { ...share, counted: countedBySite(id) }
    return [{ ...campaign, countedToday, countedBefore, siteShare }]
  })
}
