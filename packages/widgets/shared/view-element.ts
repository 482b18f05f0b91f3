import type { ReactNode } from 'react'
import { drawView } from './draw-view.ts'
import { WidgetElement } from './widget-element.ts'

/** Widget that always shows something, rendered by a React component. */
export abstract class ViewElement extends WidgetElement {
  /** Styles in addition to the tokens and the styles of every widget. */
  protected abstract styles: string

  /**
   * Returns a React node, typed as unknown because the published types are for pages without React. `signal` is aborted
   * when the widget is unmounted.
   */
  protected abstract view(signal: AbortSignal): unknown

  protected mount(root: ShadowRoot): () => void {
    const controller = new AbortController()
    // Overrides a page that resets all elements to `inline`, but not one that hides the element.
    if (getComputedStyle(this).display === 'inline')
      this.style.setProperty('display', 'flow-root', 'important')
    const unmount = drawView(root, this.styles, this.view(controller.signal) as ReactNode)
    return () => {
      controller.abort()
      unmount()
    }
  }
}
