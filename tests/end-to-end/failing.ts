import type { Page } from 'playwright/test'

type WithRouter = {
  __reactRouterDataRouter: { navigate: (address: string) => Promise<void> }
}

/** Changes the page as a link of it would, without waiting for the end. */
export async function openInApp(page: Page, address: string): Promise<void> {
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.evaluate(address => {
    void (window as unknown as WithRouter).__reactRouterDataRouter.navigate(address)
  }, address)
}

/** What nobody caught, and what the page complained of; that a request has failed is no complaint of the page. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    const isOfNetwork = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isOfNetwork) errors.push(message.text())
  })
  return errors
}
