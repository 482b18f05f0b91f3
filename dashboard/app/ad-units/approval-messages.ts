import type { Rating } from '@mille/api/constants.ts'
import type { AdDecision } from '@mille/stores/ad-units/approvals.ts'

const count = new Intl.NumberFormat('en')

export const approvalMessages = {
  title: 'Approve ads',
  description:
    'Ads that fit your ad units, to look at before your readers see them. A decision takes effect within a second.',
  place: 'Ad units',
  placeHelp: 'The setting, the list, and your decisions apply to these ad units.',
  onlyApproved: 'Show only ads that I approved',
  onlyApprovedHelp:
    'No other ads are shown. Without an approved ad, a unit shows your house ads or its fallback.',
  onAt: (places: string) => `On for: ${places}`,
  onByWider: (place: string) => `It is on for: ${place}. Turn it off there first.`,
  pages: 'Approvals',
  toApprove: 'To approve',
  waiting: 'Ads to approve',
  waitingCount: (ads: number) =>
    ads === 1 ? '1 ad to approve' : `${count.format(ads)} ads to approve`,
  keys: 'Keys: A approves, T trusts the advertiser, B blocks, J and K go to the next and the previous ad.',
  emptyTitle: 'No ads to approve',
  emptyText:
    'You have decided on every running ad that fits these ad units. New ones will appear here.',
  actions: {
    approve: 'Approve',
    trust: 'Trust advertiser',
    block: 'Block'
  } satisfies Record<AdDecision, string>,
  of: (action: string, title: string) => `${action} “${title}”`,
  decided: {
    approve: 'Ad approved',
    trust: 'Advertiser trusted',
    block: 'Ad blocked'
  } satisfies Record<AdDecision, string>,
  undo: 'Undo',
  advertiser: 'Advertiser',
  noName: 'No public name',
  leadsTo: 'Leads to',
  rating: 'Rating',
  noRating: 'None',
  ratings: {
    investments: 'Investments',
    gambling: 'Gambling',
    nsfw: 'Adult',
    risky: 'Risky'
  } satisfies Record<Rating, string>,
  language: 'Language',
  sizes: 'Sizes',
  text: 'Text',
  waitsFor: 'Would run on',
  units: (names: string, more: number) =>
    more > 0 ? `${names}, and ${count.format(more)} more` : names,
  unitCount: (units: number) => (units === 1 ? '1 ad unit' : `${count.format(units)} ad units`),
  moreSizes: (sizes: number) => (sizes === 1 ? '1 more size' : `${count.format(sizes)} more sizes`)
}

export const approvedMessages = {
  title: 'Approved ads',
  short: 'Approved',
  description:
    'Ads that you approved and advertisers that you trust. What you take back waits for your approval again within a second, where only approved ads are shown.',
  searchLabel: 'Search approved ads',
  searchHelp: 'An ad’s title, its domain, or an advertiser',
  search: 'Search',
  columns: { what: 'Approved', where: 'Where', since: 'Since' },
  kinds: { creative: 'Ad', advertiser: 'Advertiser' },
  remove: 'Take back',
  removeOne: (what: string) => `Take back the approval of ${what}`,
  removed: 'Approval taken back',
  undo: approvalMessages.undo,
  emptyTitle: 'Nothing is approved',
  emptyText: 'Ads that you approve and advertisers that you trust appear here.',
  noneFoundTitle: 'Nothing found',
  noneFoundText: 'No approved ad or advertiser matches your search.'
}
