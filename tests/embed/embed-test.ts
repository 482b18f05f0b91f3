import { test as base, type Page } from 'playwright/test'
import { DeliveryStandIn, HostSite } from './stand-in.ts'

type Fixtures = { network: DeliveryStandIn; site: HostSite; problems: string[] }

/** Gives each test its own network and publisher's site, and collects the page's errors and warnings. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  network: async ({}, use) => {
    const network = new DeliveryStandIn()
    await network.start()
    await use(network)
    await network.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  site: async ({}, use) => {
    const site = new HostSite()
    await site.start()
    await use(site)
    await site.stop()
  },
  problems: async ({ page }, use) => {
    const problems: string[] = []
    page.on('pageerror', error => problems.push(String(error)))
    page.on('console', message => {
      const isMissing = message.text().startsWith('Failed to load resource')
      if (!isMissing && ['error', 'warning'].includes(message.type())) problems.push(message.text())
    })
    await use(problems)
  }
})

/** Opens a page on the publisher's site, which serves the given HTML. */
export async function open(page: Page, site: HostSite, html: string, path = '/'): Promise<void> {
  site.pages.set(path, { html })
  await page.goto(site.origin + path)
}

export function adScript(network: DeliveryStandIn): string {
  return `<!doctype html><meta charset="utf-8"><title>A page</title>
    <script type="module" src="${network.origin}/embed/v1/ad.js"></script>`
}

/** Reads something inside the shadow root of the first embed, or of the given one. */
export function inside<Value>(
  page: Page,
  selector: string,
  read: (element: Element) => Value,
  embed = 'mille-ad'
): Promise<Value> {
  return page.locator(`${embed} ${selector}`).first().evaluate(read)
}
