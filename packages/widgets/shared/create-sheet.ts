/**
 * Creates a style sheet, which strict content security policies allow, unlike a style element. One serves all
 * instances.
 */
export function createSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}
