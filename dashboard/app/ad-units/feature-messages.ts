export const packages = [
  { id: 'anonymous', label: 'Anonymous' },
  { id: 'registered', label: 'Registered' },
  { id: 'premium', label: 'Premium' }
] as const

const all = ['anonymous', 'registered', 'premium'] as const
const named = ['registered', 'premium'] as const
const premium = ['premium'] as const

/**
 * The thirteen features in the order of the specification, and who has them. Each follows from something that the server
 * does: the middle ones from having an address, the last three from `premium_periods`.
 */
export const featureRows = [
  { id: 'embed', label: 'Ads by one line of code', in: all },
  { id: 'payouts', label: 'Payouts in bitcoin and dollars', in: all },
  { id: 'statistics', label: 'Statistics by day, with what was not counted', in: all },
  { id: 'support', label: 'Live chat', in: all },
  { id: 'manager', label: 'Chat answers by mail while you are away', in: named },
  { id: 'premium', label: 'Can become Premium', in: named },
  { id: 'kyc', label: 'Withdrawals proven by a mailed code', in: named },
  { id: 'rules', label: 'Notifications by mail, as you choose them', in: named },
  { id: 'access', label: 'Sign-in by mail when the account code is lost', in: named },
  { id: 'options', label: 'A mail when somebody signs in from a new browser', in: named },
  { id: 'success', label: 'A named contact, in the settings and the chat', in: premium },
  { id: 'advertise', label: 'A place among the hot offers of the marketplace', in: premium },
  { id: 'discount', label: 'A lower network fee on your own campaigns', in: premium }
] as const

export const packageMessages = {
  title: 'What each kind of account has',
  note: 'Registered is every account with an e-mail address. An operator makes an account Premium.',
  ask: 'Ask for Premium',
  feature: 'Feature',
  included: 'Included',
  missing: 'Not included'
}
