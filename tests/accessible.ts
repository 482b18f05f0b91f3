import axe from 'axe-core'
import { expect, type Frame, type Page } from 'playwright/test'

/** For some looks on a machine that is busy: one at a whole page takes seconds there. */
const timeout = 30_000
const intervals = [500]

/**
 * Expects axe to find nothing wrong with the page. A finding counts only if it lasts: a notice that fades out has too
 * little contrast for a moment, but no one reads it then.
 */
export async function expectAccessible(page: Page, name?: string): Promise<void> {
  await expect
    .poll(() => violations(page), {
      timeout,
      intervals,
      ...(name !== undefined && { message: name })
    })
    .toEqual([])
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
