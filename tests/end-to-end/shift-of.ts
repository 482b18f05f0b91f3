import type { Page } from 'playwright/test'

/** How far what was seen has moved by itself, as browsers score it. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>(done => {
        let sum = 0
        new PerformanceObserver(list => {
          for (const entry of list.getEntries())
            sum += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        // What is there already comes at once.
        setTimeout(() => done(sum), 100)
      })
  )
}
