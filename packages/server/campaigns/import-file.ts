import {
  type CsvColumn,
  csvColumns,
  csvReadOnlyColumns,
  maxImportRows
} from '@mille/api/campaigns/csv-columns.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { textOfCell } from '../http/answers/csv-cell.ts'
import { type Failure, failure } from '../http/answers/reply.ts'

/** A row of an import file: the line on which it begins, and its cells by column. */
export type FileRow = {
  line: number
  cells: ReadonlyMap<CsvColumn, string>
  /** Why the row has too few or too many cells; null if it has one per column. */
  misfit: string | null
}
export type ImportFile = { rows: readonly FileRow[]; ignored: readonly CsvColumn[] }

/** Parses a CSV file of campaigns. Cells may be separated by commas, semicolons or tabs, as spreadsheets write them. */
export function readImportFile(text: string): { ok: true; value: ImportFile } | Failure {
  const parsed = parseRecords(text)
  if (!parsed.ok) return parsed
  const [heading, ...records] = parsed.value
  const names = heading?.record.map(it => it.trim().toLowerCase()) ?? []
  const refused = refuseNames(names)
  if (refused) return refused
  if (records.length > maxImportRows)
    return refuse(`The file has more than ${maxImportRows} rows: split it into several files.`)
  if (records.length === 0) return refuse('The file has no row below the names of its columns.')
  const columns = names as CsvColumn[]
  return {
    ok: true,
    value: {
      rows: records.map(({ record, line }) => ({
        line,
        cells: new Map(columns.map((name, nth) => [name, textOfCell(record[nth] ?? '')])),
        misfit:
          record.length === columns.length
            ? null
            : `The row has ${record.length} cells, and the file has ${columns.length} columns.`
      })),
      ignored: csvReadOnlyColumns.filter(it => columns.includes(it))
    }
  }
}

type Record = { record: string[]; line: number }

function parseRecords(text: string): { ok: true; value: Record[] } | Failure {
  const heading = /^\uFEFF?[^\r\n]*/.exec(text)?.[0] ?? ''
  const delimiter = /[,;\t]/.exec(heading)?.[0] ?? ','
  try {
    const found = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // Reads one row more than is allowed, to detect a file that is too long.
      to: maxImportRows + 2
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return {
      ok: true,
      value: found.map(({ record, info }) => ({ record, line: info.lines - breaksIn(record) }))
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error ? ` in or before line ${error.lines}` : ''
    return refuse(`A quotation mark is missing or is in the wrong place${line}.`)
  }
}

function breaksIn(record: readonly string[]): number {
  return record.join('').match(/\r\n|\r|\n/g)?.length ?? 0
}

function refuseNames(names: readonly string[]): Failure | null {
  const known: readonly string[] = csvColumns
  const unknown = names.filter(it => !known.includes(it))
  if (unknown.length > 0) {
    const listed = unknown.slice(0, 5).map(it => `“${it.slice(0, 40)}”`)
    const detail = `Unknown columns: ${listed.join(', ')}. The columns are ${csvColumns.join(', ')}.`
    return failure('csv_column_unknown', { pointer: 'csv', detail })
  }
  const twice = names.find((it, nth) => names.indexOf(it) !== nth)
  return twice === undefined ? null : refuse(`The column “${twice}” appears twice.`)
}

function refuse(detail: string): Failure {
  return failure('csv_invalid', { pointer: 'csv', detail })
}
