import { utmNames } from '../constants.ts'
import { contentNames } from './content-names.ts'
import { selectionNames } from './selection-names.ts'

/**
 * Columns of a campaign file that an import can change, named like the attributes of `POST /campaigns`. The attribute
 * `page_keywords` has a column for each of its lists.
 */
export const csvCampaignColumns = [
  'name',
  ...contentNames,
  'starts_at',
  'ends_at',
  'hours',
  'countries',
  'devices',
  'systems',
  'page_languages',
  'page_keywords_include',
  'page_keywords_exclude',
  'site_share_percent',
  ...utmNames,
  ...selectionNames
] as const

/** Columns that say how a campaign is charged. Amounts are in the currency of the row. */
export const csvPaymentColumns = [
  'currency',
  'traffic_type',
  'daily_budget',
  'max_cpm',
  'total_budget'
] as const

/**
 * Columns that an export writes for information only. An import never changes what they say. `variants` is the number of
 * variants; the state, the texts and the pictures of the creative are those of the first one.
 */
export const csvReadOnlyColumns = ['state', 'creative_state', 'variants'] as const

/**
 * All columns in the order of an export. The first column (`id`) identifies the row's campaign; without an ID, the row
 * creates a new campaign.
 */
export const csvColumns = [
  'id',
  ...csvReadOnlyColumns,
  ...csvCampaignColumns,
  ...csvPaymentColumns
] as const

export type CsvColumn = (typeof csvColumns)[number]

/** Maximum number of rows in one import, and of characters in its text. */
export const maxImportRows = 100
export const maxImportCharacters = 500_000
