/**
 * A custom element with a shadow root, which mounts when it is connected, unmounts when it is removed, and mounts again
 * when an observed attribute changes. Several such changes in one task are one; moved, it stays what it is.
 */
export abstract class WidgetElement extends HTMLElement {
  #root = this.attachShadow({ mode: 'open' })
  #unmount: (() => void) | false | undefined
  /** Whether the scheduled update reloads the element; null when nothing is scheduled. */
  #isAnew: 0 | 1 | null = null

  /** Draws into the root; what it returns must leave no listener, timer or observer behind. */
  protected abstract mount(root: ShadowRoot): () => void

  /**
   * The network's origin: of the attribute `server`, which may end with a slash, else of where this script came from.
   * Not of the attribute's name: React sets the property where there is one. Throws where `server` is not an address.
   */
  get home(): string {
    return new URL(this.getAttribute('server') ?? import.meta.url, location as unknown as string)
      .origin
  }

  /** Reloads the element: another ad, newer offers. For sites that change the page without loading another. */
  refresh(): void {
    this.schedule(1)
  }

  /** Takes the element from the page, with all that it watches. */
  destroy(): void {
    this.remove()
  }

  connectedCallback(): void {
    this.schedule(0)
  }

  disconnectedCallback(): void {
    this.schedule(0)
  }

  /** Frameworks set attributes again with each drawing: what stays as it is asks for nothing. */
  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.schedule(1)
  }

  /**
   * At the end of the task: mounts, unmounts, or mounts again. By numbers, which are shorter in the ad's 3,000 bytes.
   */
  protected schedule(isAnew: 0 | 1): void {
    // While the parser upgrades an element, its attributes are reported one by one, before it is connected.
    if (this.#isAnew === null)
      queueMicrotask(() => {
        const { isConnected } = this
        if (this.#isAnew || isConnected === !this.#unmount) {
          if (this.#unmount) this.#unmount()
          this.#root.replaceChildren()
          this.#unmount = isConnected && this.mount(this.#root)
        }
        this.#isAnew = null
      })
    this.#isAnew ||= isAnew
  }
}
