import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const maxLooks = 3
const betweenMs = 500

/**
 * Nothing on the page that axe finds fault with. A finding counts once it lasts: a notice that fades away has too little
 * contrast for a moment, and nobody reads it then. However long axe takes is no fault of the page.
 */
export async function expectAccessible(page: Page, name?: string): Promise<void> {
  let found = await violations(page)
  for (let looks = 1; found.length > 0 && looks < maxLooks; looks++) {
    await page.waitForTimeout(betweenMs)
    found = await violations(page)
  }
  expect(found, name).toEqual([])
}

async function violations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // The guards are how a popup keeps the focus.
    .exclude('[data-base-ui-focus-guard]')
    // Nothing is told of what is well, which is most of it.
    .options({ resultTypes: ['violations'] })
    // In the page itself: there are no frames of other origins, for which another page would be opened each time.
    .setLegacyMode()
  const found = await axe.analyze()
  return found.violations.map(it => `${it.id}: ${it.nodes.map(node => node.html).join(' | ')}`)
}
