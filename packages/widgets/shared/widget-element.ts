/**
 * Custom element with a shadow root, which mounts when connected, unmounts when removed, and mounts again when an
 * observed attribute changes. Several changes in one task cause one update; moving the element causes none.
 */
export abstract class WidgetElement extends HTMLElement {
  #root = this.attachShadow({ mode: 'open' })
  #unmount: (() => void) | false | undefined
  /** Whether the scheduled update reloads the element; null when nothing is scheduled. */
  #isAnew: 0 | 1 | null = null

  /** Draws into the root; the returned function must remove every listener, timer and observer. */
  protected abstract mount(root: ShadowRoot): () => void

  /**
   * Origin of the network: that of the attribute `server`, which may end with a slash, otherwise that of this script.
   * The property is not called `server`, because React sets a property of the attribute's name if there is one. Throws
   * if `server` is invalid.
   */
  get home(): string {
    return new URL(this.getAttribute('server') ?? import.meta.url, location as unknown as string)
      .origin
  }

  /**
   * Reloads the element, for example with another ad or newer offers. For sites that change the page without a reload.
   */
  refresh(): void {
    this.schedule(1)
  }

  /** Removes the element from the page, with all of its listeners and observers. */
  destroy(): void {
    this.remove()
  }

  connectedCallback(): void {
    this.schedule(0)
  }

  disconnectedCallback(): void {
    this.schedule(0)
  }

  /** Frameworks set attributes again at each render, so an unchanged value causes no update. */
  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.schedule(1)
  }

  /**
   * Mounts, unmounts or remounts the element at the end of the task. The parameter is a number, which is shorter in the
   * ad's 3,000 bytes.
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
