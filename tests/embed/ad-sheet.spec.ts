import { adLooks } from '@mille/api/constants.ts'
import { slice } from '@mille/testing/slice.ts'
import { expect } from 'playwright/test'
import { addSheet, sheetBoxes, sheetCreatives } from './ad-sheet.ts'
import { test } from './embed-test.ts'

/** One ad sheet in `npm test`, all of them in `npm run prove`. */
const sheets = adLooks.flatMap(look => (['light', 'dark'] as const).map(theme => ({ look, theme })))

for (const { look, theme } of slice(sheets, 6))
  test(`every size has every text set without a collision: ${look}, ${theme}`, async ({
    page: tab,
    network,
    site,
    problems
  }) => {
    await tab.emulateMedia({ colorScheme: theme })
    await tab.setViewportSize({ width: 2024, height: 1200 })
    site.pages.set('/', { html: addSheet(network, look) })
    await tab.goto(site.origin)
    const count = sheetBoxes.length * Object.keys(sheetCreatives).length
    await expect(tab.locator('mille-ad a.label')).toHaveCount(count)
    await expect(tab.locator('mille-ad .illustration')).toHaveCount(sheetBoxes.length)
    expect(await tab.evaluate(findCollisions)).toEqual([])
    expect(problems).toEqual([])
  })

/** Runs in the page. Returns what is wrong with how the words of each ad are drawn. */
function findCollisions(): string[] {
  const found: string[] = []
  for (const host of document.querySelectorAll('mille-ad')) {
    const root = host.shadowRoot as ShadowRoot
    const unit = host.getAttribute('unit') ?? ''
    const frame = root.querySelector('.frame') as HTMLElement
    const box = frame.getBoundingClientRect()
    const rect = (name: string) => {
      const element = root.querySelector(name)
      const it = element?.getBoundingClientRect()
      return it && it.width > 0 && it.height > 0 ? it : undefined
    }
    const meets = (a: DOMRect | undefined, b: DOMRect | undefined) =>
      a !== undefined &&
      b !== undefined &&
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
    const parts = ['.title', '.body', '.domain', '.action', '.logo', 'a.label', '.illustration']
    for (const [index, first] of parts.entries()) {
      const one = rect(first)
      if (!one) continue
      const isInside =
        one.left >= box.left - 1 &&
        one.right <= box.right + 1 &&
        one.top >= box.top - 1 &&
        one.bottom <= box.bottom + 1
      if (!isInside) found.push(`${unit}: ${first} meets the edge`)
      for (const second of parts.slice(index + 1))
        if (meets(one, rect(second))) found.push(`${unit}: ${first} meets ${second}`)
    }
    const label = root.querySelector('a.label') as HTMLElement
    const target = getComputedStyle(label, '::after')
    if (Math.min(Number.parseFloat(target.width), Number.parseFloat(target.height)) < 24)
      found.push(`${unit}: the label is hard to press`)
    // Checks that no line of words is cut at the edge of its element, and that none is broken inside a word.
    for (const name of ['.title', '.body']) {
      const element = root.querySelector(name) as HTMLElement
      const text = element.firstChild
      if (!text || element.getBoundingClientRect().height === 0) continue
      if (element.scrollWidth > element.clientWidth + 1) found.push(`${unit}: ${name} is cut`)
      const isCounted = Number(getComputedStyle(element).webkitLineClamp)
      const range = document.createRange()
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
        if (/[\u3040-\u9fff]/.test(word)) continue
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        // A word that is longer than the line at the smallest size is hyphenated.
        if (getComputedStyle(element).hyphens === 'auto') continue
        const tops = new Set([...range.getClientRects()].map(it => Math.round(it.top)))
        if (tops.size > 1 && isCounted > 1) found.push(`${unit}: ${name} breaks ${word}`)
      }
    }
    // Without a picture or mark, the words and the line below them fill the box.
    if (frame.style.getPropertyValue('--mark') !== '') continue
    const drawn = parts.map(rect).filter(it => it !== undefined)
    const height = Math.max(...drawn.map(it => it.bottom)) - Math.min(...drawn.map(it => it.top))
    if (height < 0.4 * box.height) found.push(`${unit}: is empty to ${Math.round(height)} px`)
  }
  return found
}
