/** Dispatches an event that the page can listen for, wherever the element is. */
export function emit(element: HTMLElement, name: string, detail?: unknown): void {
  element.dispatchEvent(
    new CustomEvent(`${element.localName}:${name}`, { bubbles: true, composed: true, detail })
  )
}
