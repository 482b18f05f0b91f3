/** What a spreadsheet would take for a formula. With the apostrophes before it, so that adding one can be undone. */
const formula = /^'*[=+\-@\t\r]/

/** User-supplied text as a cell of a CSV file: text that a spreadsheet would take for a formula gets an apostrophe. */
export function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** The text of a cell that `csvCell` wrote, its quotes already read. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
