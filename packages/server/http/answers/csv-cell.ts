/**
 * Matches text that a spreadsheet would take for a formula, including the apostrophes before it, so that adding an
 * apostrophe can be undone.
 */
const formula = /^'*[=+\-@\t\r]/

/** Formats user-supplied text as a CSV cell. Text that a spreadsheet would take for a formula gets an apostrophe. */
export function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** Returns the original text of a cell that `csvCell` wrote, after its quotes were parsed. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
