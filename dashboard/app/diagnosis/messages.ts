import type { Problem, Reason } from '@mille/api/diagnosis/endpoints.ts'

/** The same reasons, said to whoever owns the unit and to whoever owns the campaign. */
export type Side = 'unit' | 'campaign'

const count = new Intl.NumberFormat('en')

export const diagnosisMessages = {
  title: { unit: 'Why no ad?', campaign: 'Why it is not shown' },
  readyTitle: { unit: 'Which ads can be shown', campaign: 'Where it can be shown' },
  summary: {
    unit: (eligible: number, total: number) =>
      total === 0
        ? 'No campaign is running at the moment.'
        : `${count.format(eligible)} of ${count.format(total)} running campaigns can be shown here.`,
    campaign: (eligible: number, total: number) =>
      total === 0
        ? 'No ad unit is open at the moment.'
        : `${count.format(eligible)} of ${count.format(total)} open ad units can show it.`
  },
  others: {
    unit: 'The other campaigns, and why not',
    campaign: 'The other ad units, and why not'
  },
  ready: {
    unit: 'Nothing stands in the way. Each page view draws one of them.',
    campaign: 'Nothing stands in the way.'
  },
  nobody: {
    unit: 'Your unit shows its invitation until a campaign comes that fits.',
    campaign: 'As it is, nobody will see it.'
  }
}

export const problemTexts: Readonly<Record<Problem, string>> = {
  unit_archived: 'The ad unit is archived: it shows nothing any more.',
  unit_excluded:
    'The network has taken the ad unit out because of its traffic. Talk to us if that is a mistake.',
  site_unverified: 'The site is not verified yet: until then the ad unit shows nothing.',
  affiliate_unit: 'An affiliate unit shows your invitation instead of campaigns.',
  not_active: 'The campaign is not running.',
  no_funds: 'The campaign has no money left that is not spoken for.',
  total_budget: 'The campaign has spent its total budget.',
  day_budget: 'The campaign has spent the budget of today. It goes on at midnight UTC.'
}

const texts: Readonly<Record<Reason, Record<Side, string>>> = {
  not_active: { unit: 'Not running', campaign: 'Not running' },
  no_funds: { unit: 'Out of money', campaign: 'Out of money' },
  total_budget: { unit: 'Total budget spent', campaign: 'Total budget spent' },
  day_budget: { unit: 'Budget of today spent', campaign: 'Budget of today spent' },
  affiliate_unit: { unit: 'The unit is an affiliate unit', campaign: 'An affiliate unit' },
  own_traffic: {
    unit: 'Your own campaign: nobody pays themselves',
    campaign: 'Your own ad unit: nobody pays themselves'
  },
  language: {
    unit: 'In another language than your site',
    campaign: 'The site is in another language'
  },
  rating: {
    unit: 'A rating that you do not want',
    campaign: 'The publisher does not want its rating'
  },
  no_fitting_creative: {
    unit: 'No banner of this size, or no text',
    campaign: 'No banner of that size, or banners only'
  },
  excluded_unit: {
    unit: 'The advertiser excluded this unit',
    campaign: 'You excluded the ad unit'
  },
  excluded_site: { unit: 'The advertiser excluded your site', campaign: 'You excluded the site' },
  blocked: { unit: 'Blocked in its selection', campaign: 'Blocked in your selection' },
  not_selected: { unit: 'Not in its selection', campaign: 'Not in your selection' }
}

export function reasonText(reason: string, side: Side): string {
  return texts[reason as Reason]?.[side] ?? reason.replaceAll('_', ' ')
}
