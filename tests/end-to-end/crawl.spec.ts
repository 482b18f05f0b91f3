import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, expect, type Page } from 'playwright/test'
import { addAuthenticator } from './authenticator.ts'
import rules from './crawl.json' with { type: 'json' }
import { type Effort, walk } from './crawl-walk.ts'
import { createCrawler } from './crawler.ts'
import { demoChain, openAs } from './demo-people.ts'
import { type Furniture, furnish, furnishedPath } from './furnish.ts'
import screens from './screens.json' with { type: 'json' }
import { test } from './test.ts'

/* Presses every link and every button of the product, as each kind of person, one at a time on a reloaded page.
   `npm run prove` presses all of them, in an order by a seed; MILLE_CRAWL=2/5 then takes the second of five parts of
   the screens, and MILLE_CRAWL_MINUTES limits the time per person.
   MILLE_CRAWL alone presses a sample. */

const isProof = process.env.MILLE_PROOF === 'full'
const seed = Number(process.env.MILLE_SEED ?? 1)
const [part = 1, parts = 1] = (process.env.MILLE_CRAWL ?? '1/1').split('/').map(Number)
const wholeMs = 60_000 * Number(process.env.MILLE_CRAWL_MINUTES ?? 120)
const slice: Effort = {
  maxOfOneShape: 1,
  maxOfOnePage: 4,
  depth: 2,
  readsMs: 8_000,
  writesMs: 3_000,
  min: 3
}
const whole: Effort = {
  maxOfOneShape: 1,
  maxOfOnePage: Number.POSITIVE_INFINITY,
  depth: 3,
  readsMs: wholeMs,
  writesMs: wholeMs,
  min: 0
}
const longestMs = 600_000 + (isProof ? 2 * wholeMs : 0)

/** A proof run is long, so its findings are printed immediately. */
const log = (line: string) => void (isProof && process.stdout.write(`crawl: ${line}\n`))

let server: ServerProcess
let furniture: Furniture

test.beforeAll(async ({ browser }) => {
  test.setTimeout(longestMs)
  process.stdout.write(`crawl: MILLE_SEED=${seed}\n`)
  server = await startServerProcess({ DEMO: 'true', ...demoChain })
  furniture = await furnish(browser, server)
})
test.afterAll(() => server.dispose())

const isAsked = isProof || process.env.MILLE_CRAWL !== undefined

for (const who of isAsked ? ['visitor', 'advertiser', 'publisher', 'operator'] : []) {
  test(`everything that the ${who} can press does something and breaks nothing`, async ({
    browser
  }) => {
    test.setTimeout(longestMs)
    const open = () => openWithDrafts(browser, who)
    const person = { url: server.url, open, isVisitor: who === 'visitor' }
    const crawler = await createCrawler(person, { ...rules, foreverMs: 60_000 })
    const found = await walk(crawler, pathsOf(who), isProof ? whole : slice, { seed, log })
    await crawler.close()
    const { pressed, writes, gone } = found
    const numbers = `${pressed} pressed, ${writes} of them changes, ${gone.length} gone`
    process.stdout.write(
      `crawl: ${[`${who}: ${numbers}`, ...(isProof ? gone : [])].join('\n  ')}\n`
    )
    expect(found.faults).toEqual([])
    expect(pressed).toBeGreaterThanOrEqual(slice.min)
  })
}

function pathsOf(who: string): string[] {
  const theirs = [...screens, ...rules.starts].filter(it => it.who === who)
  return theirs
    .filter((_, index) => index % parts === part - 1)
    .map(it => furnishedPath(it.path, furniture))
}

/**
 * Opens a page with a passkey at hand and with completed wizard drafts, so that each step of a wizard can be opened.
 */
async function openWithDrafts(browser: Browser, who: string): Promise<Page> {
  const page = await openAs(browser, server, who)
  await addAuthenticator(page)
  await page.addInitScript(drafts => {
    if (location.protocol.startsWith('http'))
      for (const [key, draft] of Object.entries(drafts)) localStorage[key] ??= JSON.stringify(draft)
  }, rules.stored)
  return page
}
