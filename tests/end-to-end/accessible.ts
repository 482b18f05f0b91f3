import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** Nothing on the page that axe finds fault with. */
export async function expectAccessible(page: Page): Promise<void> {
  // The guards are how a popup keeps the focus.
  const { violations } = await new AxeBuilder({ page })
    .exclude('[data-base-ui-focus-guard]')
    .analyze()
  expect(violations.map(it => `${it.id}: ${it.nodes.map(node => node.html).join(' | ')}`)).toEqual(
    []
  )
}
