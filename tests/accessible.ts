import axe from 'axe-core'
import { expect, type Frame, type Page } from 'playwright/test'

const maxLooks = 3
const betweenMs = 500

/**
 * Expects axe to find nothing wrong with the page. A finding counts only if it lasts: a notice that fades out has too
 * little contrast for a moment, but no one reads it then. The time that axe takes does not count.
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
  await bringAxe(page.mainFrame())
  // A frame that goes meanwhile, or cannot be read, has nothing that axe could look at.
  for (const frame of page.frames().slice(1)) await bringAxe(frame).catch(() => {})
  const found = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(
      // The guards are how a popup keeps the focus.
      { exclude: [['[data-base-ui-focus-guard]']] },
      // The results leave out what passes, which is most of it.
      { resultTypes: ['violations'] }
    )
  )
  return found.violations.map(it => `${it.id}: ${it.nodes.map(node => node.html).join(' | ')}`)
}

/** Once a document: reading half a megabyte of axe takes as long as a look at a small page. */
async function bringAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate("'axe' in window")) return
  await frame.evaluate(axe.source)
}
