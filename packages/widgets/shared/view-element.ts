import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSheet } from './create-sheet.ts'
import tokens from './tokens.css?inline'
import place from './view-element.css?inline'
import { WidgetElement } from './widget-element.ts'

const sheets = new Map<string, CSSStyleSheet>()

/** A widget whose inside is a React component. */
export abstract class ViewElement extends WidgetElement {
  /** Beside the tokens and what every widget has. */
  protected abstract styles: string

  /** A React node, unnamed here: the published types are for pages without React. `signal` is aborted at the end. */
  protected abstract view(signal: AbortSignal): unknown

  protected mount(root: ShadowRoot): () => void {
    const controller = new AbortController()
    const box = document.createElement('div')
    const view = createRoot(box)
    box.className = 'place'
    root.adoptedStyleSheets = [sheetOf(tokens + place), sheetOf(this.styles)]
    root.append(box)
    view.render(this.view(controller.signal) as ReactNode)
    return () => {
      controller.abort()
      view.unmount()
    }
  }

  /** An event that the page may listen for, wherever the element stands in it. */
  protected emit(name: string, detail?: unknown): void {
    this.dispatchEvent(
      new CustomEvent(`${this.localName}:${name}`, { bubbles: true, composed: true, detail })
    )
  }
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = sheets.get(text) ?? createSheet(text)
  sheets.set(text, sheet)
  return sheet
}
