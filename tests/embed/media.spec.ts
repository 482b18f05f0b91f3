import { expect, type Page } from 'playwright/test'
import { open, test } from './embed-test.ts'
import { announcement, type DeliveryStandIn, offers } from './stand-in.ts'

/** Returns a page with every widget that overlays the page or might draw with color alone. */
function page(network: DeliveryStandIn) {
  network.offers = offers(3)
  network.answers.set('GET /api/v1/announce/', { status: 200, body: announcement('alarm') })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
    <script type="module" src="${network.origin}/embed/v1/mille.js"></script>
    <p>The text of the page</p><mille-announcement></mille-announcement><mille-chat></mille-chat>
    <mille-feedback token="a.b"></mille-feedback><mille-marketplace></mille-marketplace>`
}

const overThePage = ['.mille-chat-open', '.mille-feedback', '.mille-announcement']

async function waitForWidgets(tab: Page) {
  for (const part of [...overThePage, '.mille-offers a']) await tab.locator(part).first().waitFor()
}

test('on paper, nothing lies over the text', async ({ page: tab, network, site, problems }) => {
  await open(tab, site, page(network))
  await waitForWidgets(tab)
  await tab.emulateMedia({ media: 'print' })
  for (const part of overThePage) await expect(tab.locator(part), part).toBeHidden()
  await expect(tab.locator('.mille-offers a').first()).toBeVisible()
  await tab.emulateMedia({ media: 'screen' })
  for (const part of overThePage) await expect(tab.locator(part), part).toBeVisible()
  expect(problems).toEqual([])
})

test('where the system chooses the colors, every control has an edge', async ({
  page: tab,
  network,
  site
}) => {
  await tab.emulateMedia({ forcedColors: 'active' })
  await open(tab, site, page(network))
  await waitForWidgets(tab)
  for (const part of ['.mille-chat-open', '.mille-feedback', '.mille-offers a']) {
    const edge = await tab
      .locator(part)
      .first()
      .evaluate(it => {
        const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(it)
        return { borderTopWidth, borderTopStyle, borderTopColor }
      })
    expect(edge, part).toMatchObject({ borderTopWidth: '1px', borderTopStyle: 'solid' })
    expect(edge.borderTopColor, part).not.toMatch(/^rgba.*, 0\)$|transparent/)
  }
})

test('a page sets CSS properties on an element, and they reach what is drawn', async ({
  page: tab,
  network,
  site
}) => {
  const style =
    '<style>mille-feedback { --mille-ink: rgb(1, 2, 3); --mille-radius: 11px }</style><p>'
  await open(tab, site, page(network).replace('<p>', style))
  await expect(tab.locator('.mille-feedback')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(tab.locator('.mille-feedback')).toHaveCSS('border-radius', '11px')
})

test('where people reduce motion, nothing moves, not even what is loading', async ({
  page: tab,
  network,
  site
}) => {
  await tab.emulateMedia({ reducedMotion: 'reduce' })
  const html = page(network)
  network.offers = 'hanging'
  await open(tab, site, html)
  await tab.locator('mille-marketplace [aria-busy=true]').waitFor()
  await tab.getByRole('button', { name: 'Contact us' }).click()
  await tab.getByRole('dialog').waitFor()
  const moving = await tab.evaluate(() =>
    [document, ...[...document.querySelectorAll('*')].flatMap(it => it.shadowRoot ?? [])]
      .flatMap(it => it.getAnimations())
      .map(it => it.id || it.constructor.name)
  )
  expect(moving).toEqual([])
})
