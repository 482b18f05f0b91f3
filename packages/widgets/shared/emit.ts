/** An event that the page may listen for, wherever the element is in it. */
export function emit(element: HTMLElement, name: string, detail?: unknown): void {
  element.dispatchEvent(
    new CustomEvent(`${element.localName}:${name}`, { bubbles: true, composed: true, detail })
  )
}
