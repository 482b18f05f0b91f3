/** Initial settings of the report page. */
export const sampleView = {
  side: 'advertiser',
  range: '30_days',
  interval: 'day',
  metric: 'billable',
  group_by: 'campaign',
  sort: 'billable',
  order: 'desc'
} as const
