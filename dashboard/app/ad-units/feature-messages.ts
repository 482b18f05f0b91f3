export const packages = [
  { id: 'anonymous', label: 'Anonymous' },
  { id: 'registered', label: 'Registered' },
  { id: 'premium', label: 'Premium' }
] as const

const all = ['anonymous', 'registered', 'premium'] as const
const named = ['registered', 'premium'] as const
const premium = ['premium'] as const

/** The thirteen features in the order of the specification, and who has them. */
export const featureRows = [
  { id: 'embed', label: 'Ads by one line of code', in: all },
  { id: 'payouts', label: 'Payouts in bitcoin and dollars', in: all },
  { id: 'statistics', label: 'Statistics by day, with what was not counted', in: all },
  { id: 'support', label: 'Live chat', in: all },
  { id: 'manager', label: 'A person who knows your sites', in: named },
  { id: 'premium', label: 'Campaigns that choose sites by name', in: named },
  { id: 'kyc', label: 'No identity check below the operator’s limit', in: named },
  { id: 'rules', label: 'Rules for what you do not show', in: named },
  { id: 'access', label: 'A new way in by mail', in: named },
  { id: 'options', label: 'Looks, sides and fallbacks of each unit', in: named },
  { id: 'success', label: 'Help with where ads stand best', in: premium },
  { id: 'advertise', label: 'A place in the marketplace’s hot offers', in: premium },
  { id: 'discount', label: 'A lower fee on your own campaigns', in: premium }
] as const

export const packageMessages = {
  title: 'What each package has',
  feature: 'Feature',
  included: 'Included',
  missing: 'Not included'
}
