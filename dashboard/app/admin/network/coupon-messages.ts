import type { Coupon } from '@mille/api/coupons/endpoints.ts'

export const couponMessages = {
  title: 'Coupons',
  description: 'What advertisers can type in when they create a campaign.',
  create: 'New coupon',
  submit: 'Create coupon',
  created: 'The coupon can be used',
  code: 'Code',
  codeHelp: '4 to 40 letters, digits and dashes',
  effect: 'Effect',
  currency: 'Currency',
  amount: 'Promotion money',
  amountHelp:
    'It can be spent on campaigns and never withdrawn. Your coupons give no more in 24 hours than the approval limit; one that another operator creates too, with the same code and terms, has no such limit.',
  limited: 'Limited a day until another operator creates it too',
  expires: 'Last day',
  expiresHelp: 'In UTC; empty for no end',
  usesLimit: 'Uses in all',
  usesLimitHelp: 'Empty for any number',
  usesPerAccount: 'Uses by one account',
  uses: 'Used',
  of: (uses: number, limit: number | null) => (limit === null ? `${uses}` : `${uses} of ${limit}`),
  end: 'End now',
  ended: 'Ended',
  never: 'No end',
  empty: 'No coupons yet',
  emptyText: 'The first one that you create will stand here.'
}

export const couponEffects: Record<Coupon['attributes']['effect'], string> = {
  half_fee: 'Half of the fee',
  promotion: 'Promotion money'
}
