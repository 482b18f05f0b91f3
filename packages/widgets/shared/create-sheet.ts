/** Strict policies allow such a sheet, unlike a style element; one serves all instances. */
export function createSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}
