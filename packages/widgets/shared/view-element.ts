import type { ReactNode } from 'react'
import { drawView } from './draw-view.ts'
import { WidgetElement } from './widget-element.ts'

/** A widget that always has something to show, whose inside is a React component. */
export abstract class ViewElement extends WidgetElement {
  /** Beside the tokens and what every widget has. */
  protected abstract styles: string

  /** A React node, unnamed here: the published types are for pages without React. `signal` is aborted at the end. */
  protected abstract view(signal: AbortSignal): unknown

  protected mount(root: ShadowRoot): () => void {
    const controller = new AbortController()
    // A page that resets every element means no harm to it; one that hides it does.
    if (getComputedStyle(this).display === 'inline')
      this.style.setProperty('display', 'flow-root', 'important')
    const unmount = drawView(root, this.styles, this.view(controller.signal) as ReactNode)
    return () => {
      controller.abort()
      unmount()
    }
  }
}
