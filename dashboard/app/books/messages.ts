export const booksMessages = {
  title: 'Open books',
  description:
    'What this network paid to publishers, what it keeps as fees, which views it rejects, and whether the blockchain holds what it owes.',
  lead: (at: string) =>
    `What the network pays, keeps, and owes, as totals over all accounts. Updated on ${at}, and every 30 seconds while you watch.`,
  paidToday: 'Paid to publishers today',
  paidMonth: 'Paid to publishers in 30 days',
  paidEver: 'Paid to publishers in total',
  feesMonth: 'Network fees in 30 days',
  totals: 'Totals',
  totalsText: 'Days begin at midnight UTC. The 30 days include today.',
  total: 'Total',
  rows: {
    publishers: 'Paid to publishers',
    fees: 'Network fees',
    withdrawals: 'Withdrawn'
  },
  inAsset: (what: string, asset: string) => `${what}, ${asset}`,
  periods: { today: 'Today', last_30_days: '30 days', ever: 'In total' },
  includesTitle: 'What the totals include',
  includes: [
    'Paid to publishers: what was credited to ad units in settlements and to publishers for completed orders, after fees and referrals. Earnings that were taken back because of invalid traffic are subtracted.',
    'Network fees: what the network keeps of ads and orders. Referrals paid out of order fees, and fees returned to advertisers, are subtracted.',
    'Withdrawn: what accounts sent to their own addresses, without withdrawal fees. Advertisers can withdraw too.'
  ],
  reserves: 'Reserves',
  reservesText:
    'What accounts are owed, compared with the coins at the network’s addresses. Promotional credit is not owed, because it cannot be withdrawn.',
  owed: 'Owed to accounts',
  held: 'Held on the blockchain',
  covers: 'Covered',
  /**
   * Above 1,000% of the debt no exact figure is shown: for a network that owes little, the percentage would be too long
   * to read.
   */
  percent: (percent: number) =>
    percent > 1_000 ? 'More than 1,000%' : `${percent.toLocaleString('en')}%`,
  nothingOwed: 'Nothing is owed',
  checked: 'Checked',
  noReserves: 'The blockchain has not been compared with what is owed yet.',
  views: 'Views',
  viewsText:
    'Advertisers pay only for billable views. Reports that do not count are listed by reason.',
  viewsAt: (at: string) => `Counted on ${at}.`,
  viewsNotCounted: 'Not counted yet.',
  view: 'Result',
  billable: 'Billable views',
  rejected: 'Rejected reports',
  settlements: 'Latest settlements',
  settlementsText:
    'The whole network, by settlement period. The amount charged is what publishers, the network, and referring partners receive.',
  noSettlements: 'No settlements yet',
  period: 'Period',
  billableColumn: 'Billable',
  charged: 'Charged',
  toPublishers: 'To publishers',
  fee: 'Fee',
  referral: 'Referrals',
  campaigns: 'Campaigns',
  fewCampaigns: 'Fewer than 3',
  check: 'Check it yourself',
  checkText:
    'Every charge for ads is recorded in the public log. Advertisers and publishers can verify their own bills against it.',
  log: 'Public log',
  verify: 'Verify a bill'
} as const
