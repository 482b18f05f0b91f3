import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSheet } from './create-sheet.ts'
import tokens from './tokens.css?inline'
import place from './view-element.css?inline'
import { setLanguage, type Words } from './words.ts'

/** Style sheets by their text, so that elements of one kind share one. */
const sheets: Record<string, CSSStyleSheet> = {}

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
  const all = tokens + place + styles
  sheets[all] ??= createSheet(all)
  root.adoptedStyleSheets = [sheets[all]]
  const view = createRoot(box)
  view.render(node)
  return () => view.unmount()
}
