import { whyNotThen } from '../choosing/dates.ts'
import type { Campaign, Inventory, Standing } from '../choosing/inventory.ts'
import { hasSiteShare, SiteRooms, viewsLeftAt } from '../choosing/site-share.ts'
import { nextPace, type Pace, standingOf, startPace } from './pacing.ts'
import type { Rates } from './rates.ts'

/** Standing of a campaign that is removed from the draw until it is put again. */
const out: Standing = { weight: 0, allowance: 0 }

/**
 * Remembers the pace of each CPM campaign, and what it drew for sites that may take only a share of a campaign, even
 * while the inventory is reloaded. While counting is behind, it is
 * unknown what they have spent, so none is shown.
 */
export function createPacer(isCountingLate: () => boolean = () => false) {
  const paces = new Map<number, Pace>()
  const rooms = new Map<number, SiteRooms>()

  function standing(campaign: Campaign, nowMs: number, rates: Rates): Standing {
    if (!hasSiteShare(campaign)) {
      rooms.delete(campaign.id)
      return paced(campaign, nowMs, rates)
    }
    // If the share of a site that took nothing pays for no view, none can be shown anywhere.
    if (viewsLeftAt(campaign, '') < 1) return out
    const sites = rooms.get(campaign.id) ?? new SiteRooms(campaign, nowMs)
    rooms.set(campaign.id, sites)
    sites.observe(campaign, nowMs)
    return { ...paced(campaign, nowMs, rates), sites }
  }

  function paced(campaign: Campaign, nowMs: number, rates: Rates): Standing {
    if (campaign.trafficType === 'cpd') return standingOf(campaign, null, nowMs, rates)
    let pace = paces.get(campaign.id)
    if (!pace) {
      pace = startPace(campaign, nowMs)
      paces.set(campaign.id, pace)
    }
    if (isCountingLate()) return out
    return standingOf(campaign, pace, nowMs, rates)
  }

  return {
    standing,

    /** Processes what has been counted by now, and gives every CPM campaign a new standing. */
    observe(
      inventory: Inventory,
      campaigns: readonly Campaign[],
      at: { nowMs: number; rates: Rates; isIdle: boolean }
    ): void {
      for (const campaign of campaigns) {
        const pace = paces.get(campaign.id)
        const isOff = whyNotThen(campaign, at.nowMs) !== null
        const isIdle = at.isIdle || isOff || isCountingLate()
        if (pace) paces.set(campaign.id, nextPace(pace, campaign, at.nowMs, isIdle))
        inventory.putCampaign(campaign, standing(campaign, at.nowMs, at.rates))
      }
    },

    forget: (id: number) => void paces.delete(id)
  }
}
