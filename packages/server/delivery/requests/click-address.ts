import { type ClickTemplate, createClickTemplate, fillTemplate } from '@mille/api/campaigns/utm.ts'
import type { Context } from '../../context.ts'
import type { Campaign, Inventory } from '../choosing/inventory.ts'
import type { Decided } from '../visitors/token.ts'
import { findDestination } from './creative-queries.ts'

type Parts = Pick<Context, 'db' | 'now' | 'randomBytes'> & { inventory: () => Inventory | null }

const clickBytes = 16

/**
 * Where a press of an ad leads, never from the address: to the campaign's live creative, or the one that was live when the
 * ad was shown. Null for one that was rejected.
 */
export function createClickAddress({ db, inventory, now, randomBytes }: Parts) {
  const templateOf = createTemplates()
  return async (decided: Decided): Promise<string | null> => {
    const current = inventory()
    const campaign = current?.campaign(decided.campaign)
    const destination =
      campaign?.creative.id === decided.creative
        ? { template: templateOf(campaign), campaignName: campaign.name }
        : await readReplaced(db, decided.creative)
    if (!destination) return null
    const site = current?.units.get(decided.unit)?.site
    return fillTemplate(destination.template, {
      campaign: String(decided.campaign),
      campaign_name: destination.campaignName,
      creative: String(decided.creative),
      banner: decided.banner === 0 ? '' : String(decided.banner),
      unit: String(decided.unit),
      site: withoutPort(site?.domain ?? ''),
      language: site?.language ?? '',
      // Made for this press alone: that of the decision would lead to what is known of its visitor.
      click: randomBytes(clickBytes).toString('hex'),
      timestamp: String(Math.floor(now().getTime() / 1000))
    })
  }
}

/** Made at the first press since the campaign was loaded: most campaigns of an inventory are never pressed on a node. */
function createTemplates() {
  const templates = new WeakMap<Campaign, ClickTemplate>()
  return (campaign: Campaign): ClickTemplate => {
    const known = templates.get(campaign)
    if (known) return known
    const template = createClickTemplate(campaign.creative.link, campaign.utm)
    templates.set(campaign, template)
    return template
  }
}

async function readReplaced(db: Parts['db'], creative: number) {
  const found = await findDestination(db, creative)
  return (
    found && {
      template: createClickTemplate(found.link, found.utm),
      campaignName: found.campaignName
    }
  )
}

/** The colons of an IPv6 address are in brackets, before its port. */
function withoutPort(domain: string): string {
  const place = domain.lastIndexOf(':')
  return place > domain.lastIndexOf(']') ? domain.slice(0, place) : domain
}
