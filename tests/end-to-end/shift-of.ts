import type { Page } from 'playwright/test'

/** Returns how far visible content has moved by itself, as browsers score it (CLS). */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>(done => {
        let sum = 0
        new PerformanceObserver(list => {
          for (const entry of list.getEntries())
            sum += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        // Layout shifts that were already recorded are reported at once.
        setTimeout(() => done(sum), 100)
      })
  )
}
