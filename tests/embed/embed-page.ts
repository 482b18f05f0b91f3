import type { Page } from 'playwright/test'
import type { DeliveryStandIn } from './stand-in.ts'

export const elementNames = [
  'ad',
  'announcement',
  'chat',
  'feedback',
  'login',
  'marketplace'
] as const

/**
 * Returns a page with the strictest possible policy: no inline style, no HTML from text, no script without the nonce.
 */
export function strictPage(network: DeliveryStandIn, body: string, script = 'mille.js') {
  const nonce = crypto.randomUUID()
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src ${network.origin}`,
    `img-src ${network.origin}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join('; ')
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>A strict page</title>
    <script nonce="${nonce}" type="module" src="${network.origin}/embed/v1/${script}"></script>
    <main><h1>A strict page</h1>${body}</main></html>`
  return { html, policy }
}

/** Collects what the page's policy refuses from now on, and uncaught errors. */
export async function collectViolations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', it =>
      violations.push(`${it.violatedDirective} ${it.blockedURI} ${it.sample}`)
    )
    for (const name of ['error', 'unhandledrejection'])
      window.addEventListener(name, it =>
        violations.push(
          `${name} ${(it as ErrorEvent).message ?? String((it as PromiseRejectionEvent).reason)}`
        )
      )
  })
  return () => page.evaluate(() => (window as unknown as { violations: string[] }).violations)
}

/** Resolves once the page's changes so far are on the screen. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>(resolve =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      )
  )
}

/** Resolves once any answer from this path has arrived and its effects are on the screen. */
export async function answered(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    wanted =>
      performance.getEntriesByType('resource').some(it => new URL(it.name).pathname === wanted),
    path
  )
  await drawn(page)
}

/** Returns the sum of the page's layout shifts so far. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let sum = 0
        new PerformanceObserver(list => {
          for (const it of list.getEntries())
            sum += (it as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      })
  )
}

/** Lets widgets wait ten times as long for the network's brand, so that a busy machine does not decide what they show. */
export async function waitForBrand(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = window.setTimeout
    const patient = (task: () => void, ms?: number, ...rest: unknown[]) =>
      original(task, ms === 300 ? 3_000 : ms, ...rest)
    window.setTimeout = patient as typeof setTimeout
  })
}

/** Returns a color such as `#0b57d0` as browsers write it in computed styles. */
export const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
