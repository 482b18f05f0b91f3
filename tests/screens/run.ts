import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { adLooks } from '@mille/api/constants.ts'
import { startServerProcess } from '@mille/testing/server-process.ts'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { browserLaunchOptions, ensureBrowser } from '../../scripts/lib/browser.mjs'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { addSheet } from '../embed/ad-sheet.ts'
import { DeliveryStandIn, HostSite } from '../embed/stand-in.ts'
import { demoChain, openAs } from '../end-to-end/demo-people.ts'
import { furnish, furnishedPath } from '../end-to-end/furnish.ts'
import screens from '../end-to-end/screens.json' with { type: 'json' }

// Usage: npm run screens [-- name…]. Takes screenshots of every page of screens.json in the demo network, or of the
// named pages; `ads` is the sheet of text ads in every size.

const folder = resolve(import.meta.dirname, '../../docs/screens')
const sheets = resolve(import.meta.dirname, '../../test-results')
/** Viewport of each screenshot, in CSS pixels, and the width of its file. */
const shapes = [
  { suffix: '', width: 1280, height: 900, colorScheme: 'light', fileWidth: 800 },
  { suffix: '-phone', width: 360, height: 740, colorScheme: 'dark', fileWidth: 360 }
] as const

const names = process.argv.slice(2)
const wanted = screens.filter(it => names.length === 0 || names.includes(it.name))

await ensureBuilt()
process.env.CHROMIUM_PATH = await ensureBrowser()
if (names.length === 0 || names.includes('ads')) await takeAds()
if (wanted.length > 0) await takePages()

async function takePages(): Promise<void> {
  const server = await startServerProcess({ DEMO: 'true', ...demoChain })
  const browser = await chromium.launch(browserLaunchOptions())
  mkdirSync(folder, { recursive: true })
  const furniture = await furnish(browser, server)
  try {
    for (const who of new Set(wanted.map(it => it.who))) {
      const page = await openAs(browser, server, who)
      for (const screen of wanted.filter(it => it.who === who))
        await take(page, screen, path => server.url + furnishedPath(path, furniture))
      await page.context().close()
    }
  } finally {
    await browser.close()
    await server.dispose()
  }
}

async function take(
  page: Page,
  { name, path }: (typeof screens)[number],
  addressOf: (path: string) => string
): Promise<void> {
  for (const { suffix, width, height, colorScheme, fileWidth } of shapes) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(addressOf(path))
    // Parts that load after the page, such as a chart, must be complete too.
    await page.waitForFunction(
      () => document.querySelector('[aria-busy=true], [class*=_skeleton]') === null
    )
    const shot = await page.screenshot({ animations: 'disabled' })
    const picture = sharp(shot).resize({ width: fileWidth }).webp({ quality: 60, effort: 6 })
    writeFileSync(join(folder, `${name}${suffix}.webp`), await picture.toBuffer())
  }
}

/**
 * Takes a screenshot of every size of a text ad with every text, in each look, light and dark. It is for reviewing, and
 * too large for the documents.
 */
async function takeAds(): Promise<void> {
  const network = new DeliveryStandIn()
  const site = new HostSite()
  await Promise.all([network.start(), site.start()])
  const browser = await chromium.launch(browserLaunchOptions())
  for (const look of adLooks)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width: 2024, height: 900 }, colorScheme })
      site.pages.set('/', { html: addSheet(network, look) })
      await page.goto(site.origin)
      await page.locator('mille-ad .illustration').last().waitFor()
      await page.waitForLoadState('networkidle')
      const path = join(sheets, `ads-${look}-${colorScheme}.png`)
      await page.screenshot({ fullPage: true, path })
      process.stdout.write(`${path}\n`)
      await page.close()
    }
  await browser.close()
  await Promise.all([network.stop(), site.stop()])
}
