import { expect, type Page } from 'playwright/test'
import type { Hands } from './hands.ts'

export const continueOf = (page: Page) =>
  page.getByRole('button', { name: 'Continue', exact: true })

const currentStep = (page: Page) => page.locator('[aria-current=step]')

/** Presses Continue and waits for another step, so that the next press does not hit the same step again. */
export async function goOn(page: Page, hands: Hands): Promise<void> {
  const before = (await currentStep(page).textContent()) ?? ''
  await hands.press(continueOf(page))
  await expect(currentStep(page)).not.toHaveText(before)
}

/** Continues until the last of the named steps is shown. */
export async function goThrough(page: Page, hands: Hands, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await hands.press(continueOf(page))
    await expect(currentStep(page)).toContainText(name)
  }
}
