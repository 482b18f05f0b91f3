import type { CsvColumn } from '@mille/api/campaigns/csv-columns.ts'
import { type Currency, currencies, readAmount } from '@mille/money/amount.ts'
import type { Cells } from './csv-cells.ts'

type Reading = { ok: true; value: unknown } | { ok: false; code: string; detail: string }

/** Reads a list of words separated by spaces, commas or semicolons. */
export const lists = (text: string) => text.split(/[\s,;]+/).filter(it => it !== '')

function choice(text: string): unknown {
  const [mode, ...codes] = lists(text)
  return { mode, codes }
}

/** Reads an ordinary number; the schema rejects any other text. */
function number(text: string): unknown {
  return /^\d{1,9}$/.test(text) ? Number(text) : text
}

function truth(text: string): unknown {
  const written = text.toLowerCase()
  return written === 'true' || (written === 'false' ? false : text)
}

/** Parsers for columns whose values are not plain text. Invalid cells are left for the schema to reject. */
const readers: Partial<Record<CsvColumn, (text: string) => unknown>> = {
  banner_ids: lists,
  banners_only: truth,
  hours: lists,
  countries: choice,
  devices: lists,
  systems: lists,
  page_languages: choice,
  page_keywords_include: lists,
  page_keywords_exclude: lists,
  site_share_percent: number,
  selected_site_ids: lists,
  blocked_site_ids: lists,
  selected_ad_unit_ids: lists,
  blocked_ad_unit_ids: lists,
  selected_category_ids: lists,
  blocked_category_ids: lists
}

const amounts: readonly CsvColumn[] = ['daily_budget', 'max_cpm', 'total_budget']
const lacking: Partial<Record<CsvColumn, unknown>> = {
  language: '',
  link_text: '',
  creative_link: '',
  creative_text: '',
  banners_only: '',
  currency: '',
  traffic_type: '',
  daily_budget: undefined,
  banner_ids: [],
  page_keywords_include: [],
  page_keywords_exclude: [],
  selected_site_ids: [],
  blocked_site_ids: [],
  selected_ad_unit_ids: [],
  blocked_ad_unit_ids: [],
  selected_category_ids: [],
  blocked_category_ids: []
}

/**
 * Returns the attribute value of a CSV cell. An empty cell gives null, or a value that the schema rejects if the
 * attribute is required.
 */
export function readCell(column: CsvColumn, cell: string, currency: Currency): Reading {
  const text = cell.trim()
  if (text === '') return { ok: true, value: column in lacking ? lacking[column] : null }
  if (amounts.includes(column)) return readMoney(text, currency)
  return { ok: true, value: readers[column]?.(text) ?? text }
}

function readMoney(text: string, currency: Currency): Reading {
  const read = readAmount(text, currency)
  if (read.ok) return { ok: true, value: read.units.toString() }
  const detail = `“${text.slice(0, 40)}” is not an amount in ${currency}: write it with a period, such as 0.001 or 250.`
  return { ok: false, code: 'amount_invalid', detail }
}

/**
 * Returns the currency of a row's amounts: the row's own, otherwise the campaign's, otherwise the default for new
 * campaigns.
 */
export function currencyOf(cells: ReadonlyMap<CsvColumn, string>, before: Cells | null): Currency {
  for (const name of [cells.get('currency')?.trim(), before?.currency])
    if (name !== undefined && name in currencies) return name as Currency
  return 'btc'
}
