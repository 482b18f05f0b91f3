import { type ClickTemplate, createClickTemplate, fillTemplate } from '@mille/api/campaigns/utm.ts'
import type { Context } from '../../context.ts'
import type { Campaign, Creative, Inventory } from '../choosing/inventory.ts'
import type { Decided } from '../visitors/token.ts'
import { findDestination } from './creative-queries.ts'

type Parts = Pick<Context, 'db' | 'now' | 'randomBytes'> & { inventory: () => Inventory | null }

const clickBytes = 16

/**
 * Finds where a click on an ad leads, which is never taken from the request URL: to the live creative of the
 * campaign that was shown, or to the creative that was live when the ad was shown. Null for a creative that was rejected.
 */
export function createClickAddress({ db, inventory, now, randomBytes }: Parts) {
  const templateOf = createTemplates()
  return async (decided: Decided): Promise<string | null> => {
    const current = inventory()
    const campaign = current?.campaign(decided.campaign)
    const creative = campaign?.creatives.find(it => it.id === decided.creative)
    const destination =
      campaign && creative
        ? { template: templateOf(campaign, creative), campaignName: campaign.name }
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
      // The click id is made for this click alone: the ad decision's id would lead to what is known about its visitor.
      click: randomBytes(clickBytes).toString('hex'),
      timestamp: String(Math.floor(now().getTime() / 1000))
    })
  }
}

/**
 * Creates a creative's click template at the first click since its campaign was loaded, because most creatives are
 * never clicked on a given node.
 */
function createTemplates() {
  const templates = new WeakMap<Campaign, Map<Creative, ClickTemplate>>()
  return (campaign: Campaign, creative: Creative): ClickTemplate => {
    const own = templates.get(campaign) ?? new Map<Creative, ClickTemplate>()
    templates.set(campaign, own)
    const template = own.get(creative) ?? createClickTemplate(creative.link, campaign.utm)
    own.set(creative, template)
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

/** Removes the port from a domain. The colons of an IPv6 address are in brackets, before its port. */
function withoutPort(domain: string): string {
  const place = domain.lastIndexOf(':')
  return place > domain.lastIndexOf(']') ? domain.slice(0, place) : domain
}
