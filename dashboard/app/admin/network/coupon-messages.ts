import type { Coupon } from '@mille/api/coupons/endpoints.ts'

export const couponMessages = {
  title: 'Coupons',
  description: 'Codes that advertisers can enter when they create a campaign.',
  create: 'New coupon',
  submit: 'Create coupon',
  created: 'Coupon created',
  code: 'Code',
  codeHelp: '4 to 40 letters, digits, and hyphens',
  effect: 'Effect',
  currency: 'Currency',
  amount: 'Promotional credit',
  amountHelp:
    'It can be spent on campaigns but never withdrawn. Together, your coupons can give no more than the approval limit in 24 hours. A coupon that another operator also creates, with the same code and terms, has no such limit.',
  limited: 'Daily limit applies until another operator also creates it',
  expires: 'Last day',
  expiresHelp: 'In UTC. Leave empty if it never expires.',
  usesLimit: 'Total uses',
  usesLimitHelp: 'Leave empty for no limit.',
  usesPerAccount: 'Uses per account',
  uses: 'Used',
  of: (uses: number, limit: number | null) => (limit === null ? `${uses}` : `${uses} of ${limit}`),
  end: 'End now',
  ended: 'Ended',
  never: 'Never expires',
  empty: 'No coupons yet',
  emptyText: 'Coupons that you create will appear here.'
}

export const couponEffects: Record<Coupon['attributes']['effect'], string> = {
  half_fee: 'Half the fee',
  promotion: 'Promotional credit'
}
