import { type CsvColumn, csvColumns } from '@mille/api/campaigns/csv-columns.ts'
import type { CampaignList } from '@mille/api/campaigns/endpoints.ts'
import { foldKeywords } from '@mille/api/campaigns/page-words.ts'
import { amountText, type Currency } from '@mille/money/amount.ts'
import type { Database, Tx } from '../db/connect.ts'
import type { CampaignRow } from './campaign-queries.ts'
import { campaignResources } from './documents.ts'
import { countVariants } from './variant-queries.ts'

export type Cells = Record<CsvColumn, string>

type Choice = { mode: string; codes: readonly string[] } | null

/** Functions that write an attribute's value as a CSV cell; columns without a function hold plain text. */
const writers: Partial<Record<CsvColumn, (value: never, currency: Currency) => string>> = {
  banner_ids: ids,
  banners_only: String,
  starts_at: moment,
  ends_at: moment,
  hours: words,
  countries: choice,
  devices: words,
  systems: words,
  page_languages: choice,
  page_keywords_include: keywords,
  page_keywords_exclude: keywords,
  selected_site_ids: ids,
  blocked_site_ids: ids,
  selected_ad_unit_ids: ids,
  blocked_ad_unit_ids: ids,
  selected_category_ids: ids,
  blocked_category_ids: ids,
  daily_budget: amount,
  max_cpm: amount,
  total_budget: amount
}

/** Returns a value of the API as the text of a CSV cell. Null and undefined give an empty cell. */
export function writeCell(column: CsvColumn, value: unknown, currency: Currency): string {
  if (value === null || value === undefined) return ''
  const write = writers[column]
  return write ? write(value as never, currency) : String(value)
}

/** Returns the columns of an attribute with their values. Page keywords have a column for each list. */
export function columnsOfAttribute(name: string, value: unknown): [CsvColumn, unknown][] {
  if (name !== 'page_keywords') return [[name as CsvColumn, value]]
  const lists = value as CampaignList['data'][number]['attributes']['page_keywords']
  return [
    ['page_keywords_include', lists?.include],
    ['page_keywords_exclude', lists?.exclude]
  ]
}

/**
 * Returns the CSV cells of campaigns, by campaign ID. The creative is the one of the first variant. Prices are those set last, even if they
 * are not in force yet.
 */
export async function cellsOfCampaigns(
  db: Database | Tx,
  rows: readonly CampaignRow[],
  at: Date
): Promise<Map<number, Cells>> {
  const list = await campaignResources(db, rows, at)
  const counts = await countVariants(
    db,
    rows.map(it => it.id)
  )
  return new Map(
    list.data.map(it => {
      const id = Number(it.id)
      return [id, cellsOf(it, list.included, counts.get(id) ?? 0)]
    })
  )
}

function cellsOf(
  { id, attributes, relationships }: CampaignList['data'][number],
  included: CampaignList['included'],
  variants: number
): Cells {
  const creative = included.find(
    it => it.type === 'creatives' && it.id === relationships.creative.data?.id
  )
  const payment = included.find(it => it.type === 'campaign_payment_models' && it.id === id)
  if (creative?.type !== 'creatives' || payment?.type !== 'campaign_payment_models')
    throw new Error(`campaign ${id} has a creative and a price`)
  const { state, advert_logo, advert_illustration, ...content } = creative.attributes
  const values: Record<string, unknown> = {
    ...content,
    ...attributes,
    ...Object.fromEntries(columnsOfAttribute('page_keywords', attributes.page_keywords)),
    ...payment.attributes,
    ...payment.attributes.coming,
    id,
    creative_state: state,
    variants,
    advert_logo: advert_logo?.id,
    advert_illustration: advert_illustration?.id
  }
  const { currency } = payment.attributes
  const cells = csvColumns.map(it => [it, writeCell(it, values[it], currency)])
  return Object.fromEntries(cells) as Cells
}

function words(values: readonly string[]): string {
  return values.join(' ')
}

function ids(values: readonly string[]): string {
  return words([...values].sort((one, other) => Number(one) - Number(other)))
}

function choice(value: NonNullable<Choice>): string {
  return words([value.mode, ...value.codes])
}

/** Writes the same keywords alike, however they were typed. */
function keywords(values: readonly string[]): string {
  return words(foldKeywords(values))
}

function moment(value: string): string {
  return new Date(value).toISOString()
}

function amount(units: string, currency: Currency): string {
  return amountText(BigInt(units), currency)
}
