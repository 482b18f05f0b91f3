import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startServerProcess } from '@mille/testing/server-process.ts'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { browserLaunchOptions, ensureBrowser } from '../../scripts/lib/browser.mjs'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { demoChain, openAs } from '../end-to-end/demo-people.ts'
import { furnish, furnishedPath } from '../end-to-end/furnish.ts'
import screens from '../end-to-end/screens.json' with { type: 'json' }

// Usage: npm run screens [-- name…]. Takes every page of screens.json in the demo network, or those of these names.

const folder = resolve(import.meta.dirname, '../../docs/screens')
/** What a picture shows, in the browser's pixels, and how wide its file is. */
const shapes = [
  { suffix: '', width: 1280, height: 900, colorScheme: 'light', fileWidth: 800 },
  { suffix: '-phone', width: 360, height: 740, colorScheme: 'dark', fileWidth: 360 }
] as const

const names = process.argv.slice(2)
const wanted = screens.filter(it => names.length === 0 || names.includes(it.name))

await ensureBuilt()
process.env.CHROMIUM_PATH = await ensureBrowser()
const server = await startServerProcess({ DEMO: 'true', ...demoChain })
const browser = await chromium.launch(browserLaunchOptions())
mkdirSync(folder, { recursive: true })
const furniture = await furnish(browser, server)
try {
  for (const who of new Set(wanted.map(it => it.who))) {
    const page = await openAs(browser, server, who)
    for (const screen of wanted.filter(it => it.who === who)) await take(page, screen)
    await page.context().close()
  }
} finally {
  await browser.close()
  await server.dispose()
}

async function take(page: Page, { name, path }: (typeof screens)[number]): Promise<void> {
  for (const { suffix, width, height, colorScheme, fileWidth } of shapes) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(server.url + furnishedPath(path, furniture))
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    const shot = await page.screenshot({ animations: 'disabled' })
    const picture = sharp(shot).resize({ width: fileWidth }).webp({ quality: 60, effort: 6 })
    writeFileSync(join(folder, `${name}${suffix}.webp`), await picture.toBuffer())
  }
}
