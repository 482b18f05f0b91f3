import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSheet } from './create-sheet.ts'
import tokens from './tokens.css?inline'
import place from './view-element.css?inline'
import { setLanguage, type Words } from './words.ts'

const sheets = new Map<string, CSSStyleSheet>()

/**
 * Draws a React node in a shadow root, with the styles of all widgets, its own styles and its language. Returns a
 * function that removes it.
 */
export function drawView(
  root: ShadowRoot,
  styles: string,
  node: ReactNode,
  words?: Words | null
): () => void {
  const box = document.createElement('div')
  box.className = 'place'
  setLanguage(box, words)
  root.append(box)
  return drawInto(box, root, styles, node)
}

/** Draws into an existing element, so that nothing around the widget changes. */
export function drawInto(
  box: HTMLElement,
  root: ShadowRoot,
  styles: string,
  node: ReactNode
): () => void {
  root.adoptedStyleSheets = [sheetOf(tokens + place), sheetOf(styles)]
  const view = createRoot(box)
  view.render(node)
  return () => view.unmount()
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = sheets.get(text) ?? createSheet(text)
  sheets.set(text, sheet)
  return sheet
}
