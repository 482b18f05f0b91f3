import type { ServerProcess } from '@mille/testing/server-process.ts'
import { slice } from '@mille/testing/slice.ts'
import { expect, type Page } from 'playwright/test'
import { openAs } from './demo-people.ts'
import { type Furniture, furnishedPath } from './furnish.ts'
import popups from './popups.json' with { type: 'json' }
import { test } from './test.ts'

type Popup = {
  /** Name of the popup in the specification, or else what the popup asks. */
  name: string
  who: string
  path: string
  title: string
  /** The hash that opens the popup on any page. */
  hash?: string
  fill?: Record<string, string>
  /** Names of the buttons to press, one after the other. */
  press?: string[]
  /** What the browser has stored before the popup is opened. */
  stored?: Record<string, string>
  /** Text that the popup shows. */
  text?: string
}

/** Time limit in milliseconds: each popup is a page load, and the machine may be busy. */
const maxMs = 360_000

let server: ServerProcess
let furniture: Furniture

test.beforeAll(({ demo }) => {
  server = demo.server
  furniture = demo.furniture
})

/** `npm test` opens every other popup, `npm run prove` all of them. */
for (const who of ['visitor', 'advertiser', 'publisher', 'operator']) {
  const theirs: Popup[] = slice(
    popups.filter(it => it.who === who),
    2
  )
  test(`the popups of a ${who}: ${theirs.map(it => it.name).join(', ')}`, async ({ browser }) => {
    test.setTimeout(maxMs)
    const page = await openAs(browser, server, who)
    for (const popup of theirs)
      for (const mark of popup.hash === undefined ? [''] : ['#', '#!'])
        await test.step(`${popup.name} ${mark}`, () => openAndClose(page, popup, mark))
    await page.context().close()
  })
}

test('a hash that is not ours opens nothing', async ({ browser }) => {
  const page = await openAs(browser, server, 'visitor')
  await page.goto(`${server.url}/#nothing-of-ours`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.context().close()
})

/**
 * Checks that a popup opens by its name, that its hash is gone from the address, that Esc closes it, and that the focus
 * returns to what opened it.
 */
async function openAndClose(page: Page, popup: Popup, mark: string): Promise<void> {
  const { title, hash = '', press = [], fill = {}, text = '', stored } = popup
  const path = furnishedPath(popup.path, furniture)
  // Going to the same address again must reload the page.
  await page.goto('about:blank')
  if (stored) {
    await page.goto(`${server.url}/settings`)
    await page.evaluate(items => Object.assign(localStorage, items), stored)
  }
  await page.goto(`${server.url}${path}${mark}${mark && hash}`)
  const open = page.getByRole('dialog')
  if (path.includes('#')) await expect(open).toBeVisible()
  for (const [label, value] of Object.entries(fill)) await open.getByLabel(label).fill(value)
  for (const name of press) {
    const where = (await open.count()) > 0 ? open : page
    await where.getByRole('button', { name, exact: true }).first().click()
  }
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText(text)
  await expect(page).toHaveURL(server.url + path.replace(/#.*/, ''))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  if (!path.includes('#') && press.length > 0)
    await expect(page.getByRole('button', { name: press.at(-1) ?? '' }).first()).toBeFocused()
}
