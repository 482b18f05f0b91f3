/**
 * A custom element with a shadow root, which mounts when it is connected, unmounts when it is removed, and mounts
 * anew when an observed attribute changes. Several such changes in one task are one.
 */
export abstract class WidgetElement extends HTMLElement {
  #root = this.attachShadow({ mode: 'open' })
  #unmount: (() => void) | undefined
  #isScheduled = false

  /** Draws into the root; what it returns must leave no listener, timer or observer behind. */
  protected abstract mount(root: ShadowRoot): () => void

  /**
   * The network's origin: the attribute `server`, else where this script came from. Not of the attribute's name: React
   * sets the property where there is one.
   */
  get home(): string {
    return this.getAttribute('server') ?? new URL(import.meta.url).origin
  }

  /** Begins anew: another ad, newer offers. For sites that change the page without loading another. */
  refresh(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    // While the parser upgrades an element, its attributes are told of one by one, before it is connected.
    queueMicrotask(() => {
      this.#isScheduled = false
      this.#unmount?.()
      this.#root.replaceChildren()
      this.#unmount = this.isConnected ? this.mount(this.#root) : undefined
    })
  }

  /** Takes the element from the page, with all that it watches. */
  destroy(): void {
    this.remove()
  }

  connectedCallback(): void {
    this.refresh()
  }

  disconnectedCallback(): void {
    this.refresh()
  }

  /** Frameworks set attributes again with each drawing: what stays as it is asks for nothing. */
  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.refresh()
  }
}
