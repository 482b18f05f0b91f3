import { expect } from 'playwright/test'
import { open, test } from './embed-test.ts'
import { shiftCases } from './shift-pages.ts'

const shown = {
  'mille-announcement': '.mille-announcement',
  'mille-chat': '.mille-chat-open',
  'mille-feedback': '.mille-feedback',
  'mille-marketplace': '.mille-offers'
}

/**
 * Ways in which a publisher hides a widget like any other element, such as the chat from subscribers, or offers on
 * phones.
 */
const ways = {
  'the attribute hidden': { attributes: 'hidden', style: '' },
  'a rule of the page': { attributes: '', style: '[data-widget] { display: none }' },
  'a style of its own': { attributes: 'style="display: none"', style: '' }
}

for (const [way, { attributes, style }] of Object.entries(ways)) {
  test(`a page hides a widget by ${way}`, async ({ page: tab, network, site }) => {
    shiftCases.fill(network)
    const elements = Object.keys(shown).map(name => {
      const token = name === 'mille-feedback' ? 'token="a.b"' : ''
      return `<${name} data-widget ${token} ${attributes}></${name}>`
    })
    await open(
      tab,
      site,
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><style>${style}</style>
        <script type="module" src="${network.origin}/embed/v1/mille.js"></script>${elements.join('')}</html>`
    )
    for (const [name, part] of Object.entries(shown)) {
      const inside = tab.locator(`${name} ${part}`)
      await inside.waitFor({ state: 'attached' })
      await expect(inside, name).toBeHidden()
    }
    await tab.evaluate(() => {
      for (const it of document.querySelectorAll('[data-widget]'))
        for (const name of ['hidden', 'style', 'data-widget']) it.removeAttribute(name)
    })
    for (const [name, part] of Object.entries(shown))
      await expect(tab.locator(`${name} ${part}`), name).toBeVisible()
  })
}
