import { maxImportRows } from '@mille/api/campaigns/csv-columns.ts'
import type { ImportRow } from '@mille/stores/campaigns/campaign-import.ts'

const campaigns = (count: number) => (count === 1 ? '1 campaign' : `${count} campaigns`)
const rows = (count: number) => (count === 1 ? '1 row' : `${count} rows`)

export const importMessages = {
  title: 'Import campaigns',
  file: 'CSV file',
  help: `Export your campaigns, change them in a spreadsheet, and save it as CSV (UTF-8), with up to ${maxImportRows} rows. You see every change before it is made. A row without an ID creates a campaign.`,
  checking: 'Checking what would change…',
  action: (count: number) => (count === 1 ? 'Import 1 change' : `Import ${count} changes`),
  caption: 'What the file would change',
  columns: { line: 'Line', campaign: 'Campaign', result: 'Result', details: 'Details' },
  results: {
    created: 'New',
    changed: 'Changed',
    unchanged: 'Unchanged',
    refused: 'Refused'
  } satisfies Record<ImportRow['result'], string>,
  counts: {
    created: (count: number) => `${campaigns(count)} would be created.`,
    changed: (count: number) => `${campaigns(count)} would change.`,
    unchanged: (count: number) => `${rows(count)} without a change, not listed below.`,
    refused: (count: number) => `${rows(count)} refused.`
  },
  nothing: 'There is nothing to import: your campaigns are already as the file has them.',
  refusedTitle: 'Nothing can be imported yet',
  refusedText: 'Correct the refused rows in your file, and choose it again.',
  review: 'An operator reviews new campaigns before they are shown.',
  ignored: (columns: readonly string[]) =>
    `For information only, and not imported: ${columns.join(', ')}.`,
  changedTitle: 'Your campaigns changed in the meantime',
  changedText: 'Nothing was imported. Check the changes again, as they would be now.',
  empty: '(empty)',
  becomes: 'becomes',
  wholeRow: 'The row',
  untitled: 'Untitled',
  notRead: 'The file could not be checked',
  notImported: 'The import was not confirmed',
  notImportedText:
    'Your file is still here. Import it again: what was imported already is not imported twice.',
  problems: {
    csv_too_large: 'The file is too large. Split it into several files.',
    csv_unreadable: 'The file cannot be read as text in UTF-8. Save it as CSV (UTF-8).'
  } as Readonly<Record<string, string>>,
  done: (count: number) => `${campaigns(count)} imported`
}
