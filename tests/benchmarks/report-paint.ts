import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createSessions } from '@mille/server/accounts/sessions.ts'
import { createApp, type HandlePage } from '@mille/server/app/app.ts'
import type { Context } from '@mille/server/context.ts'
import { createListener } from '@mille/server/http/listener.ts'
import { type Browser, chromium, type Page } from 'playwright'
import { browserLaunchOptions, ensureBrowser } from '../../scripts/lib/browser.mjs'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import {
  type PressTimes,
  pressWhenIdle,
  readPressTimes,
  startPressTimes
} from '../end-to-end/press-times.ts'
import { big, month } from './report-month.ts'
import { type Figure, median, percentile } from './rounds.ts'

const rounds = Number(process.env.MILLE_PAINT_ROUNDS ?? 5)
const promisedMs = 100
const waitMs = 20_000

/**
 * Measures presses on the page of the network's report by ad unit, which has a thousand rows, with a processor at a
 * quarter of its speed: sorting, turning a page, narrowing the report to one ad unit, and removing that filter.
 */
export async function measureReportPaint(context: Context): Promise<Figure[]> {
  await ensureBuilt()
  process.env.CHROMIUM_PATH = await ensureBrowser()
  const server = await servePages(context)
  const browser = await chromium.launch(browserLaunchOptions())
  try {
    const page = await openReport(browser, context)
    await startPressTimes(page)
    for (let round = 0; round < rounds; round++) await changeRows(page)
    return figuresOf(await readPressTimes(page))
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Serves the built dashboard and the API with the clock of the measured month. */
async function servePages(context: Context): Promise<{ stop: () => Promise<void> }> {
  const root = resolve(import.meta.dirname, '../..')
  const client = join(root, 'dashboard/build/client')
  const entry = join(root, 'dashboard/build/server/index.js')
  if (!existsSync(entry)) throw new Error('The dashboard is not built: run npm run build.')
  const { handlePage } = (await import(pathToFileURL(entry).href)) as { handlePage: HandlePage }
  const app = createApp(context, {
    ...{ delivery: null, pages: { handlePage }, embedFolder: null, assetsFolder: client },
    isReady: () => true
  })
  const http: Server = createListener(app, null)
  await new Promise<void>(done => http.listen(context.config.port, done))
  return {
    async stop() {
      await app.stop()
      http.closeAllConnections()
      await new Promise(done => http.close(done))
    }
  }
}

async function openReport(browser: Browser, context: Context): Promise<Page> {
  const cookie = await context.db
    .transaction()
    .execute(tx =>
      createSessions(context).open(tx, big.operator, { userAgent: '', before: null, proof: null })
    )
  const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
  const profile = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const { publicUrl } = context.config
  await profile.addCookies([{ name, value, url: publicUrl }])
  const page = await profile.newPage()
  page.setDefaultTimeout(waitMs)
  const query = new URLSearchParams({
    ...{ side: 'network', by: 'ad_unit', range: 'custom' },
    ...{ from: month.firstDay, to: month.lastDay }
  })
  await page.goto(`${publicUrl}/reports?${query}`)
  await page.getByRole('table', { name: 'Ad units' }).waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

async function changeRows(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: 'Ad units' })
  const header = (name: string) => table.getByRole('columnheader', { name }).getByRole('button')
  const press = async (target: Parameters<typeof pressWhenIdle>[1]) => {
    const { changed } = await readPressTimes(page)
    await pressWhenIdle(page, target)
    await page.waitForFunction(
      before => (window as unknown as { times: PressTimes }).times.changed.length > before,
      changed.length
    )
  }
  // Each of these gives other rows than the press before it.
  await press(header('Click rate'))
  await press(header('Click rate'))
  await press(header('Rejected'))
  await press(page.getByRole('link', { name: 'Next page' }))
  await press(table.locator('tbody th button').first())
  await press(page.getByRole('button', { name: /^Remove the filter/ }))
}

function figuresOf({ painted, changed }: PressTimes): Figure[] {
  const worst = Math.max(...painted)
  const name = 'a press on a report of 1,000 rows, 4× slower processor'
  return [
    { name: `${name}, until painted, median`, value: median(painted), unit: 'ms' },
    {
      ...{ name: `${name}, until painted, slowest`, value: worst, unit: 'ms' },
      ...{ target: `≤ ${promisedMs} ms`, holds: worst <= promisedMs }
    },
    { name: `${name}, until the new rows are painted, median`, value: median(changed), unit: 'ms' },
    {
      ...{ name: `${name}, until the new rows are painted, p95`, unit: 'ms' },
      value: percentile(changed, 0.95)
    }
  ]
}
