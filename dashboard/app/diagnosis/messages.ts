import type { Diagnosis, Problem, Reason } from '@mille/api/diagnosis/endpoints.ts'

/** The side whose owner reads the reasons. Each reason is worded for the unit's owner and for the campaign's owner. */
export type Side = 'unit' | 'campaign'

const count = new Intl.NumberFormat('en')

export const diagnosisMessages = {
  title: { unit: 'Why no ad is shown', campaign: 'Why it is not shown' },
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
    unit: 'The other campaigns, and why they are not shown',
    campaign: 'The other ad units, and why they do not show it'
  },
  ready: {
    unit: 'Everything is set up. Each page view shows one of them.',
    campaign: 'Everything is set up.'
  },
  nobody: {
    unit: 'Your unit is empty until a campaign matches.',
    campaign: 'With its current settings, it is not shown anywhere.'
  }
}

export const insteadTexts: Readonly<
  Record<NonNullable<Diagnosis['attributes']['instead']>, string>
> = {
  house_ads: 'Your unit shows your house ads until a campaign matches.',
  invitation: 'Your unit shows its invitation until a campaign matches.',
  frame: 'Your unit shows the page of another network until a campaign matches.',
  nothing: 'Your unit is empty until a campaign matches.'
}

export const problemTexts: Readonly<Record<Problem, string>> = {
  account_suspended:
    'Your account is suspended: your ads and ad units are not shown. Contact us if you think this is a mistake.',
  unit_archived: 'The ad unit is archived and no longer shows ads.',
  unit_excluded:
    'The network has excluded the ad unit because of its traffic. Contact us if you think this is a mistake.',
  inside_address:
    'The network cannot tell visitors apart, because of how its servers are set up, and shows no ads on any site. The operator has to correct it.',
  site_unverified: 'The ad unit shows no ads until its site is verified.',
  affiliate_unit: 'An affiliate unit shows your invitation instead of campaigns.',
  not_active: 'The campaign is not running.',
  not_started: 'The campaign has not started yet.',
  ended: 'The campaign has ended.',
  outside_hours:
    'The campaign is outside of its hours, and is shown again when the next of them begins.',
  no_funds: 'The campaign has no available funds.',
  total_budget: 'The campaign has spent its total budget.',
  day_budget: 'The campaign has spent its daily budget. It resumes at midnight UTC.'
}

const texts: Readonly<Record<Reason, string | Record<Side, string>>> = {
  not_active: 'Not running',
  not_started: 'Not started yet',
  ended: 'Ended',
  outside_hours: 'Outside of its hours',
  no_funds: 'Out of funds',
  total_budget: 'Total budget spent',
  day_budget: 'Daily budget spent',
  affiliate_unit: { unit: 'The unit is an affiliate unit', campaign: 'An affiliate unit' },
  own_traffic: {
    unit: 'Your own campaign: campaigns do not run on their owner’s units',
    campaign: 'Your own ad unit: campaigns do not run on their owner’s units'
  },
  language: {
    unit: 'In a different language than your site',
    campaign: 'The site is in a different language'
  },
  page_language: {
    unit: 'Not for sites in your language',
    campaign: 'Not in your page languages'
  },
  page_keywords: {
    unit: 'Your home page does not have the words that they want',
    campaign: 'Its home page does not have the words that you want'
  },
  rating: {
    unit: 'You block ads with this rating',
    campaign: 'The publisher blocks ads with its rating'
  },
  refused: {
    unit: 'Blocked by your rules',
    campaign: 'Refused by the publisher’s rules, such as for its domain or for what it sells'
  },
  no_fitting_creative: {
    unit: 'No banner in this size, or no text',
    campaign: 'No banner in that size, or banners only'
  },
  excluded_unit: {
    unit: 'The advertiser excluded this unit',
    campaign: 'You excluded this ad unit'
  },
  excluded_site: { unit: 'The advertiser excluded your site', campaign: 'You excluded this site' },
  blocked: {
    unit: 'Blocked by its traffic selection',
    campaign: 'Blocked by your traffic selection'
  },
  not_selected: {
    unit: 'Not in its traffic selection',
    campaign: 'Not in your traffic selection'
  },
  site_share: {
    unit: 'Your site has taken the most of its daily budget that it gives one site',
    campaign: 'The site has taken its maximum share of your daily budget today'
  },
  below_floor: { unit: 'Below your floor price', campaign: 'Below the unit’s floor price' },
  not_approved: {
    unit: 'Waiting for your approval',
    campaign: 'Waiting for the publisher’s approval'
  },
  visitors: {
    unit: 'Its countries, devices, and operating systems leave out all of your visitors of the last 7 days',
    campaign:
      'Your countries, devices, and operating systems leave out all of its visitors of the last 7 days'
  }
}

export function reasonText(reason: string, side: Side): string {
  const text = texts[reason as Reason] ?? reason.replaceAll('_', ' ')
  return typeof text === 'string' ? text : text[side]
}
