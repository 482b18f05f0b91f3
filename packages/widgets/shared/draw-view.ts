import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSheet } from './create-sheet.ts'
import tokens from './tokens.css?inline'
import place from './view-element.css?inline'
import { setLanguage, type Words } from './words.ts'

const sheets = new Map<string, CSSStyleSheet>()

/**
 * Draws React's node in a shadow root, with what every widget has, its own styles and its words. Returns what takes it
 * away.
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

/** In a place that is there already, so that what is drawn changes nothing around the widget. */
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
