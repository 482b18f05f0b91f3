import { contentNames } from '@mille/api/campaigns/content-names.ts'
import {
  type CsvColumn,
  csvCampaignColumns,
  csvPaymentColumns
} from '@mille/api/campaigns/csv-columns.ts'
import * as schema from '@mille/api/campaigns/schema.ts'
import { currencies } from '@mille/money/amount.ts'
import type { z } from 'zod'
import { issueCode, issueDetail } from '../http/answers/errors.ts'
import type { CampaignRow } from './campaign-queries.ts'
import { type Cells, columnsOfAttribute, writeCell } from './csv-cells.ts'
import { currencyOf, lists, readCell } from './import-cells.ts'
import type { FileRow } from './import-file.ts'

/** Columns that an import can change. */
const dataColumns: readonly CsvColumn[] = [...csvCampaignColumns, ...csvPaymentColumns]

export type RowError = { column: CsvColumn | null; code: string; detail: string }

type Update = z.output<typeof schema.updateCampaignInput>
type Payment = z.output<typeof schema.updatePaymentModelInput>

/** The request of a CSV row, parsed with the schemas of the calls for a single campaign. */
export type Draft = { row: FileRow } & (
  | { kind: 'refused'; errors: readonly RowError[] }
  | { kind: 'create'; input: z.output<typeof schema.createCampaignInput> }
  /** `update` and `payment` are null if the row changes nothing in them. */
  | {
      kind: 'change'
      campaign: CampaignRow
      before: Cells
      update: Update | null
      payment: Payment | null
    }
)

/** The account's campaigns that an import file names, with the current cells of each. */
export type Known = ReadonlyMap<number, { campaign: CampaignRow; cells: Cells }>

/** Returns the valid campaign IDs in a file's rows, whether or not such campaigns exist. */
export function idsIn(rows: readonly FileRow[]): number[] {
  return [
    ...new Set(rows.map(idOf).filter(it => schema.campaignInput.safeParse({ id: it }).success))
  ]
    .map(Number)
    .sort((one, other) => one - other)
}

export function draftRows(rows: readonly FileRow[], known: Known): Draft[] {
  const lineOf = new Map<string, number>()
  return rows.map(row => {
    const id = idOf(row)
    const earlier = lineOf.get(id)
    if (row.misfit !== null) return refused(row, [whole('csv_invalid', row.misfit)])
    if (id === '') return draftCreation(row)
    lineOf.set(id, row.line)
    const detail = `Line ${earlier} has the campaign ${id} as well.`
    if (earlier !== undefined) return refused(row, [{ column: 'id', code: 'invalid', detail }])
    const own = known.get(Number(id))
    if (own) return draftChange(row, own.campaign, own.cells)
    const unknown = `Your account has no campaign “${id.slice(0, 20)}”.`
    return refused(row, [{ column: 'id', code: 'not_found', detail: unknown }])
  })
}

function idOf({ cells }: FileRow): string {
  return cells.get('id')?.trim() ?? ''
}

function draftCreation(row: FileRow): Draft {
  const copied = variantsIn(row)
  if (copied > 1) {
    const detail = `The row is that of a campaign with ${copied} variants, and a file has only the first. Duplicate the campaign instead, or empty this cell to create one with a single variant.`
    return refused(row, [{ column: 'variants', code: 'variants_several', detail }])
  }
  const filled = [...row.cells].filter(([, cell]) => cell.trim() !== '')
  const columns = filled.map(([column]) => column)
  const { values, errors } = readCells(row, columns, null)
  const parsed = schema.createCampaignInput.safeParse(values)
  if (errors.length === 0 && parsed.success) return { row, kind: 'create', input: parsed.data }
  return refused(row, withIssues(errors, parsed))
}

function draftChange(row: FileRow, campaign: CampaignRow, before: Cells): Draft {
  const different = [...row.cells.keys()].filter(it => row.cells.get(it) !== before[it])
  const { values, errors } = readCells(row, different, before)
  const id = String(campaign.id)
  const own = only(values, [...csvCampaignColumns, 'page_keywords'])
  const update = schema.updateCampaignInput.safeParse({ id, ...own })
  const paid = only(values, csvPaymentColumns)
  const payment =
    Object.keys(paid).length === 0
      ? null
      : schema.updatePaymentModelInput.safeParse({ id, ...paymentOf(before, paid) })
  const all = [update, payment].reduce(withIssues, errors)
  if (all.length > 0 || !update.success || payment?.success === false) return refused(row, all)
  const currency = currencyOf(row.cells, before)
  // A cell can be formatted differently and mean the same; such a row must not cause another review.
  const changes = Object.entries(update.data).filter(([name, value]) =>
    columnsOfAttribute(name, value).some(
      ([it, part]) => writeCell(it, part, currency) !== before[it]
    )
  )
  const ambiguous = refuseContent(
    row,
    before,
    changes.map(([name]) => name)
  )
  if (ambiguous) return refused(row, [ambiguous])
  const isSamePayment =
    !payment ||
    csvPaymentColumns.every(it => writeCell(it, payment.data[it], currency) === before[it])
  return {
    ...{ row, kind: 'change', campaign, before },
    update: changes.length === 0 ? null : { id, ...Object.fromEntries(changes) },
    payment: isSamePayment ? null : payment.data
  }
}

/** Returns the number of variants that a row says its campaign had when it was exported; 0 if it says none. */
function variantsIn({ cells }: FileRow): number {
  return Number(cells.get('variants')?.trim()) || 0
}

/**
 * Refuses a change of the creative if the campaign has several variants, or had several when the file was exported: the
 * file has only the first one, which can be another variant by now.
 */
function refuseContent(row: FileRow, before: Cells, changed: readonly string[]): RowError | null {
  const column = contentNames.find(it => changed.includes(it))
  const count = Math.max(Number(before.variants), variantsIn(row))
  if (column === undefined || count <= 1) return null
  const detail =
    Number(before.variants) > 1
      ? `The campaign has ${count} variants, and a file cannot say which of them to change. Leave this cell as it was exported, and change the variant on the campaign’s creative page or by its own call.`
      : `The campaign had ${count} variants when the file was exported, and has one now. Export your campaigns again, so that the text of a removed variant does not replace the other one.`
  return { column, code: 'variants_several', detail }
}

/**
 * Returns the price settings after a row's changes. If the asset changes, no amounts are kept, because they would mean
 * other sums.
 */
function paymentOf(before: Cells, changes: Record<string, unknown>): Record<string, unknown> {
  const currency = currencyOf(new Map(), before)
  const values = csvPaymentColumns.map(it => {
    const read = readCell(it, before[it], currency)
    return [it, read.ok ? read.value : undefined]
  })
  const kept = { ...Object.fromEntries(values), ...changes }
  const asked = currencies[kept.currency as keyof typeof currencies]
  if (!asked || asked.asset === currencies[currency].asset) return kept
  const { traffic_type } = kept
  return { traffic_type, max_cpm: null, total_budget: null, ...changes }
}

function readCells(row: FileRow, columns: readonly CsvColumn[], before: Cells | null) {
  const currency = currencyOf(row.cells, before)
  const values: Record<string, unknown> = {}
  const errors: RowError[] = []
  for (const column of columns) {
    if (columnOf(column) === null) continue
    const read = readCell(column, row.cells.get(column) ?? '', currency)
    if (read.ok) values[column] = read.value
    else errors.push({ column, code: read.code, detail: read.detail })
  }
  return { values: withKeywords(values, before), errors }
}

/** Replaces the columns of keywords with their attribute. The list of a missing column stays as it is. */
function withKeywords(values: Record<string, unknown>, before: Cells | null) {
  const { page_keywords_include, page_keywords_exclude, ...others } = values
  if (page_keywords_include === undefined && page_keywords_exclude === undefined) return others
  const include = (page_keywords_include ?? lists(before?.page_keywords_include ?? '')) as string[]
  const exclude = (page_keywords_exclude ?? lists(before?.page_keywords_exclude ?? '')) as string[]
  const isAny = include.length + exclude.length > 0
  return { ...others, page_keywords: isAny ? { include, exclude } : null }
}

function only(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

type Parsed = { success: true } | { success: false; error: z.ZodError } | null

/** Adds the issues that a schema found to a row's errors. */
function withIssues(errors: readonly RowError[], parsed: Parsed): RowError[] {
  if (!parsed || parsed.success) return [...errors]
  const issues = parsed.error.issues.map(it => ({
    column: columnOf(it.path.map(String).join('/')),
    code: issueCode(it),
    detail: issueDetail(it)
  }))
  const all = [...errors, ...issues]
  // Only the first error of each column is kept; errors about its parts add nothing.
  return all.filter((it, nth) => all.findIndex(other => other.column === it.column) === nth)
}

/** Returns the column of an attribute or of its part, such as `page_keywords/include/0`. */
export function columnOf(path: string): CsvColumn | null {
  const [name, part] = path.split('/')
  return dataColumns.find(it => it === name || it === `${name}_${part}`) ?? null
}

function whole(code: string, detail: string): RowError {
  return { column: null, code, detail }
}

function refused(row: FileRow, errors: readonly RowError[]): Draft {
  return { row, kind: 'refused', errors }
}
