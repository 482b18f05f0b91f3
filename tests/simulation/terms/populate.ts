import { setCampaignState } from '@mille/server/campaigns/activity.ts'
import type { Database } from '@mille/server/db/connect.ts'
import {
  addCampaign,
  addLiveVariant,
  addUnit,
  addUser,
  setTerms
} from '@mille/server/delivery/testing/network.ts'
import { networkAccount, transfer, userAccount } from '@mille/server/ledger/index.ts'
import type { Random } from '@mille/testing/random.ts'
import { isVariantLive, type Place, planCampaign, start, type Terms } from './plan.ts'

/** `creatives` are the IDs of the variants' creatives, in the order of the variants. */
export type TermsCampaign = { id: number; owner: number; terms: Terms; creatives: number[] }
/** Names the account that a campaign may draw from: an advertiser has one for each asset. */
export const accountOf = ({ owner, terms }: TermsCampaign) => `${owner} ${terms.asset}`
export type TermsUnit = { id: number; place: Place; name: string }

/** Number of campaigns of one advertiser, who has one account for those that fund themselves. */
const campaignsEach = 5

/** Adds the ad units of the places. `name` is the place's name as the share of one site knows it. */
export async function addPlaces(db: Database, places: readonly Place[]): Promise<TermsUnit[]> {
  const units: TermsUnit[] = []
  for (const place of places) {
    const { language, words } = place
    const size = { size: '300x250' }
    let of: { owner?: number; site?: number } = {}
    for (let nth = 0; nth < place.units; nth++) {
      const made = await (language === null
        ? addUnit(db, { ...size, kind: 'app', ...(of.owner && { owner: of.owner }) })
        : addUnit(db, { ...size, language, words, ...of }))
      of = { owner: made.owner, ...(made.site !== null && { site: made.site }) }
      const name = made.site === null ? `unit ${made.id}` : `site ${made.site}`
      // The words of an app's page are not read.
      units.push({ id: made.id, place: language === null ? { ...place, words: [] } : place, name })
    }
  }
  return units
}

/** Adds campaigns, which run from the beginning unless their dates say otherwise. */
export async function addCampaigns(
  db: Database,
  random: Random,
  { count, days, views }: { count: number; days: number; views: number }
): Promise<TermsCampaign[]> {
  const campaigns: TermsCampaign[] = []
  let owner = 0
  for (let index = 0; index < count; index++) {
    if (index % campaignsEach === 0) owner = await addUser(db)
    const terms = planCampaign(random, { days, views })
    const options = optionsOf(terms)
    const { id, creative } = await addCampaign(db, { ...options, owner, state: 'paused' })
    const creatives = [creative, ...(await addVariants(db, id, terms))]
    if (terms.later) {
      const { from, ...changes } = terms.later
      await setTerms(db, id, { ...options, ...changes, validFrom: from })
    }
    await db.transaction().execute(tx => setCampaignState(tx, id, 'active', new Date(start)))
    campaigns.push({ id, owner, terms, creatives })
  }
  return campaigns
}

/** Adds the variants after the first one. Returns the IDs of their creatives. */
async function addVariants(
  db: Database,
  campaign: number,
  { variants, variantChoice: variant_choice }: Terms
): Promise<number[]> {
  const creatives: number[] = []
  for (const [index, { weight, language, ...plan }] of variants.slice(1).entries()) {
    const state = isVariantLive({ weight, language, ...plan }, start) ? 'live' : 'pending'
    const title = `Variant ${index + 2}`
    creatives.push(await addLiveVariant(db, campaign, title, weight, { language, state }))
  }
  await db.updateTable('campaigns').set({ variant_choice }).where('id', '=', campaign).execute()
  return creatives
}

/** Lets the creatives go live, and rejects those, whose time has come. */
export async function reviewVariants(
  db: Database,
  campaigns: readonly TermsCampaign[],
  at: Date
): Promise<void> {
  const changed = (moment: 'liveFrom' | 'liveUntil') =>
    campaigns.flatMap(({ terms, creatives }) =>
      creatives.filter((_id, rank) => terms.variants[rank]?.[moment]?.getTime() === at.getTime())
    )
  const set = (state: 'live' | 'rejected', ids: number[]) =>
    db
      .updateTable('creatives')
      .set({ state })
      .where('id', 'in', [0, ...ids])
      .execute()
  await set('live', changed('liveFrom'))
  await set('rejected', changed('liveUntil'))
}

/** Puts money on an account, which comes from outside. */
export async function credit(
  db: Database,
  { owner, terms: { asset } }: TermsCampaign,
  amount: bigint,
  at: Date
): Promise<void> {
  const key = `demo credit ${owner} ${asset} ${at.toISOString()}`
  const to = userAccount(owner, asset)
  const done = await db
    .transaction()
    .execute(tx =>
      transfer(tx, [
        { key, kind: 'adjustment', amount, at, to, from: networkAccount(asset, 'outside') }
      ])
    )
  if (!done.ok) throw new Error(done.code)
}

function optionsOf(terms: Terms): NonNullable<Parameters<typeof addCampaign>[1]> {
  const { isRich: _isRich, later: _later, ...others } = terms
  const { variants: _variants, variantChoice: _choice, ...values } = others
  const { keywords } = terms
  const named = Object.entries({
    ...values,
    keywords: keywords && {
      ...(keywords.included.length > 0 && { included: keywords.included }),
      ...(keywords.excluded.length > 0 && { excluded: keywords.excluded })
    }
  })
  return Object.fromEntries(named.filter(([, value]) => value !== null))
}
