import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const mostMs = 5_000

/**
 * Nothing on the page that axe finds fault with. A finding counts once it lasts: a notice that fades away has too little
 * contrast for a moment, and nobody reads it then.
 */
export async function expectAccessible(page: Page, name?: string): Promise<void> {
  await expect(async () => {
    expect(await violations(page), name).toEqual([])
  }).toPass({ timeout: mostMs })
}

async function violations(page: Page): Promise<string[]> {
  // The guards are how a popup keeps the focus.
  const found = await new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').analyze()
  return found.violations.map(it => `${it.id}: ${it.nodes.map(node => node.html).join(' | ')}`)
}
