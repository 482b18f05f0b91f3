import { vi } from 'vitest'

/** Replaces the browser's IntersectionObserver, so that a test can say what is on screen. */
export class FakeObserver {
  static all = new Set<FakeObserver>()
  readonly #callback: (entries: IntersectionObserverEntry[]) => void
  readonly options: IntersectionObserverInit | undefined
  missed: IntersectionObserverEntry[] = []

  constructor(
    callback: (entries: IntersectionObserverEntry[]) => void,
    options?: IntersectionObserverInit
  ) {
    this.#callback = callback
    this.options = options
  }

  observe() {
    FakeObserver.all.add(this)
  }

  disconnect() {
    FakeObserver.all.delete(this)
  }

  takeRecords() {
    return this.missed.splice(0)
  }

  report(ratio: number, width = 300, height = 250, isVisible?: boolean) {
    // A disconnected observer reports nothing.
    if (FakeObserver.all.has(this))
      this.#callback([{ ...entry(ratio, width, height), isVisible } as never])
  }
}

export function entry(ratio: number, width = 300, height = 250): IntersectionObserverEntry {
  return {
    intersectionRatio: ratio,
    isIntersecting: ratio > 0,
    boundingClientRect: { width, height }
  } as IntersectionObserverEntry
}

/** Replaces the browser's IntersectionObserver and treats observed elements as shown. */
export function useFakeObserver() {
  FakeObserver.all.clear()
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  Element.prototype.checkVisibility = () => true
}

export function theObserver(): FakeObserver {
  const [observer, ...others] = FakeObserver.all
  if (!observer || others.length > 0)
    throw new Error(`${FakeObserver.all.size} observers instead of one`)
  return observer
}
