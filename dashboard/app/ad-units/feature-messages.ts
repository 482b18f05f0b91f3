export const packages = [
  { id: 'anonymous', label: 'Anonymous' },
  { id: 'registered', label: 'Registered' },
  { id: 'premium', label: 'Premium' }
] as const

const all = ['anonymous', 'registered', 'premium'] as const
const named = ['registered', 'premium'] as const
const premium = ['premium'] as const

/**
 * The thirteen features in the order of the specification, and who has each of them. Each feature follows from what the
 * server does: the middle ones from having an address, the last three from `premium_periods`.
 */
export const featureRows = [
  { id: 'embed', label: 'Ads with one line of code', in: all },
  { id: 'payouts', label: 'Payouts in bitcoin and dollars', in: all },
  { id: 'statistics', label: 'Daily statistics, including views that were not counted', in: all },
  { id: 'support', label: 'Live chat', in: all },
  { id: 'manager', label: 'Chat replies by email while you are away', in: named },
  { id: 'premium', label: 'Eligible for Premium', in: named },
  { id: 'kyc', label: 'Withdrawals confirmed with an emailed code', in: named },
  { id: 'rules', label: 'The email notifications that you choose', in: named },
  { id: 'access', label: 'Account recovery by email', in: named },
  { id: 'options', label: 'An email when someone signs in from a new browser', in: named },
  { id: 'success', label: 'A named contact, shown in settings and chat', in: premium },
  { id: 'advertise', label: 'A place among the marketplace’s hot offers', in: premium },
  { id: 'discount', label: 'A lower network fee on your own campaigns', in: premium }
] as const

export const packageMessages = {
  title: 'What each type of account includes',
  note: 'Every account with an email address is registered. Operators can make an account Premium.',
  ask: 'Ask for Premium',
  feature: 'Feature',
  included: 'Included',
  missing: 'Not included'
}
