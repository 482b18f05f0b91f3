import type { PartnerMetric } from '@mille/stores/affiliates/partner-report.ts'

export const partnerReportMessages = {
  title: 'Partner report',
  description: 'What came through your links by day, in UTC.',
  link: 'Your link and widget',
  metric: 'Chart',
  metrics: {
    clicks: 'Clicks',
    sign_ups: 'Sign-ups',
    paying_accounts: 'New paying accounts',
    BTC: 'Earned, BTC',
    USD: 'Earned, USD'
  } satisfies Record<PartnerMetric, string>,
  earned: (unit: string) => `Earned, ${unit}`,
  earnedTile: 'Earned',
  chart: (metric: string) => `${metric} by day`,
  table: 'Days',
  day: 'Day',
  total: 'Total',
  allDays: (count: number) => `Show all ${count} days`,
  ofClicks: 'of clicks',
  ofSignUps: 'of sign-ups',
  notCounted: 'Not counted in these days',
  notes:
    'A click is a visit through your link. Crawlers are left out, and no cookie or address is stored. New paying accounts were charged for the first time on that day. Earnings belong to the day on which a settlement period began, as in your finances.',
  empty: 'Nothing came through your links in these days',
  emptyText: 'Put your link or the marketplace widget on your page. Visits appear here at once.'
}
