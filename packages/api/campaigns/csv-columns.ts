import { utmNames } from '../constants.ts'
import { contentNames } from './content-names.ts'
import { selectionNames } from './selection-names.ts'

/** Columns of a file of campaigns that an import changes. They are called as the attributes of `POST /campaigns`. */
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
  ...utmNames,
  ...selectionNames
] as const

/** How a campaign is charged. Amounts are in the row's currency. */
export const csvPaymentColumns = [
  'currency',
  'traffic_type',
  'daily_budget',
  'max_cpm',
  'total_budget'
] as const

/** What the file says for information: an import leaves it as it is, whatever the file has there. */
export const csvReadOnlyColumns = ['state', 'creative_state'] as const

/** All columns, in the order of an export. The first says which campaign a row is about; without one it is a new campaign. */
export const csvColumns = [
  'id',
  ...csvReadOnlyColumns,
  ...csvCampaignColumns,
  ...csvPaymentColumns
] as const

export type CsvColumn = (typeof csvColumns)[number]

/** The rows that one import may have, and the characters of its text. */
export const maxImportRows = 100
export const maxImportCharacters = 500_000
