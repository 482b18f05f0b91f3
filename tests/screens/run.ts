import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { browserLaunchOptions, ensureBrowser } from '../../scripts/lib/browser.mjs'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import screens from '../end-to-end/screens.json' with { type: 'json' }

// Usage: npm run screens. Takes every page of screens.json in the demo network.

const folder = resolve(import.meta.dirname, '../../docs/screens')
/** What a picture shows, in the browser's pixels, and how wide its file is. */
const shapes = [
  { suffix: '', width: 1280, height: 900, colorScheme: 'light', fileWidth: 800 },
  { suffix: '-phone', width: 360, height: 740, colorScheme: 'dark', fileWidth: 360 }
] as const

await ensureBuilt()
process.env.CHROMIUM_PATH = await ensureBrowser()
const server = await startServerProcess({ DEMO: 'true' })
const browser = await chromium.launch(browserLaunchOptions())
mkdirSync(folder, { recursive: true })
try {
  for (const who of new Set(screens.map(it => it.who))) {
    const page = await openAs(browser, server, who)
    for (const screen of screens.filter(it => it.who === who)) await take(page, screen)
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
    await page.goto(server.url + path)
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    const shot = await page.screenshot({ animations: 'disabled' })
    const picture = sharp(shot).resize({ width: fileWidth }).webp({ quality: 60, effort: 6 })
    writeFileSync(join(folder, `${name}${suffix}.webp`), await picture.toBuffer())
  }
}

/** A person of the demo network, signed in by the code that the server printed. */
async function openAs(from: Browser, { url, output }: ServerProcess, who: string): Promise<Page> {
  const page = await (await from.newContext()).newPage()
  if (who === 'visitor') return page
  const code = new RegExp(`Sign in as ${who}\\s*(\\S+)`).exec(output())?.[1] ?? ''
  await page.goto(`${url}/user/sign_in?popup=ENTER_ACCESS_POPUP&return_to=%2Fsettings`)
  await page.getByLabel('Access code').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
  await page.waitForURL(`${url}/settings`)
  return page
}
