/** What is chosen on the page of a report that nobody has changed. */
export const sampleView = {
  side: 'advertiser',
  range: '30_days',
  interval: 'day',
  metric: 'billable',
  group_by: 'campaign',
  sort: 'billable',
  order: 'desc'
} as const
