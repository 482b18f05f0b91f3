import { createSheet } from './create-sheet.ts'

/**
 * Gives a widget the colors of the network, if it has its own. Like the built-in ones, they give way to what the page
 * sets on the element, such as `--mille-accent`.
 */
export function adoptColors(root: ShadowRoot, styles: string | null | undefined): void {
  if (styles) root.adoptedStyleSheets.push(createSheet(styles))
}
