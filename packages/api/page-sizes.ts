/** Number of records that a page loads of a list. */
export const pageSizes = {
  trafficSelection: 7,
  trafficSource: 10,
  siteSearch: 15,
  catalog: 18,
  notifications: 10,
  preview: 3
} as const

/** Maximum number of records in one answer. */
export const largestPage = 100
