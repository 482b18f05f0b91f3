import axe from 'axe-core'
import { expect, type Frame, type Page } from 'playwright/test'

/** Long enough for several axe runs on a busy machine, where one run on a whole page takes seconds. */
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
  // A frame that was removed meanwhile, or that cannot be read, has nothing for axe to check.
  for (const frame of page.frames().slice(1)) await bringAxe(frame).catch(() => {})
  const found = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(
      // Popups keep the focus with these focus guards, so axe has to ignore them.
      { exclude: [['[data-base-ui-focus-guard]']] },
      // The results omit passed rules, which are most of them.
      { resultTypes: ['violations'] }
    )
  )
  return found.violations.map(it => `${it.id}: ${it.nodes.map(node => node.html).join(' | ')}`)
}

/** Injects axe once per document: reading its half megabyte takes as long as checking a small page. */
async function bringAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate("'axe' in window")) return
  await frame.evaluate(axe.source)
}
