import { addressOfClick } from '@mille/api/campaigns/utm.ts'
import type { Context } from '../../context.ts'
import type { Inventory } from '../choosing/inventory.ts'
import type { Decided } from '../visitors/token.ts'
import { findDestination } from './creative-queries.ts'

type Parts = Pick<Context, 'db' | 'now' | 'randomBytes'> & { inventory: () => Inventory | null }

const clickBytes = 16

/**
 * Where a press of an ad leads, never from the address: to the campaign's live creative, or the one that was live when the
 * ad was shown. Null for one that was rejected.
 */
export function createClickAddress({ db, inventory, now, randomBytes }: Parts) {
  return async (decided: Decided): Promise<string | null> => {
    const current = inventory()
    const campaign = current?.campaign(decided.campaign)
    const destination =
      campaign?.creative.id === decided.creative
        ? { link: campaign.creative.link, campaignName: campaign.name, utm: campaign.utm }
        : await findDestination(db, decided.creative)
    if (!destination) return null
    const site = current?.units.get(decided.unit)?.site?.domain ?? ''
    return addressOfClick(destination.link, destination.utm, {
      campaign: String(decided.campaign),
      campaign_name: destination.campaignName,
      creative: String(decided.creative),
      banner: decided.banner === 0 ? '' : String(decided.banner),
      unit: String(decided.unit),
      site: site.replace(/:\d+$/, ''),
      // Made for this press alone: that of the decision would lead to what is known of its visitor.
      click: randomBytes(clickBytes).toString('hex'),
      timestamp: String(Math.floor(now().getTime() / 1000))
    })
  }
}
