import { documentation } from '@mille/widgets/ad/explain.ts'
import { expect, type Page } from 'playwright/test'
import { open, test } from './embed-test.ts'
import { readHostPage } from './host-page.ts'
import { bannerDecision, offers, textDecision } from './stand-in.ts'

/** Collects what the page's policy refuses, from the first moment. */
async function collectViolations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', it =>
      violations.push(`${it.violatedDirective} ${it.blockedURI}`)
    )
  })
  return () => page.evaluate(() => (window as unknown as { violations: string[] }).violations)
}

for (const kind of ['text', 'banner', 'unknown'] as const) {
  test(`a strict policy refuses nothing of a page with ${kind} ads`, async ({
    page,
    network,
    site,
    problems
  }) => {
    network.offers = offers(3)
    if (kind === 'text') {
      const colors = { background: '#102030', title: '#ffffff' }
      network.decisions.set(kind, textDecision(kind, { position: 'sticky', colors }))
    }
    if (kind === 'banner') network.decisions.set(kind, bannerDecision(kind, '300x250'))
    const violations = await collectViolations(page)
    await open(page, site, await readHostPage('strict', network.origin, kind))
    await page.locator('mille-marketplace a').first().waitFor()
    const drawn = { text: '.close', banner: 'img', unknown: '.ad' }[kind]
    await page.locator(`mille-ad ${drawn}`).waitFor()
    if (kind === 'text') await page.locator('mille-ad .close').click()

    expect(await violations()).toEqual([])
    expect(problems).toEqual(
      kind === 'unknown'
        ? [`mille-ad unknown is empty: unit_unknown. ${documentation}#unit_unknown`]
        : []
    )
    // Proves that the page's policy is in force: it refuses this inline style.
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    expect((await violations()).length).toBe(1)
  })
}

test('a hostile page and the embeds leave each other alone', async ({
  page,
  network,
  site,
  problems
}) => {
  network.offers = offers(3)
  network.decisions.set('1', textDecision('1'))
  const hostile = await readHostPage('hostile', network.origin, '1')
  await open(page, site, hostile.replaceAll(/<script.*<\/script>/g, ''), '/without')
  const without = await readOwn(page)
  await open(
    page,
    site,
    (await readHostPage('bare', network.origin, '1')).replace(
      '<head>',
      '<head><meta name="color-scheme" content="light">'
    ),
    '/bare'
  )
  const friendly = await readEmbeds(page)
  await open(page, site, hostile)
  expect(await readEmbeds(page)).toEqual(friendly)
  expect(await readOwn(page)).toEqual(without)
  expect(problems).toEqual([])

  function readOwn(target: Page) {
    return target.locator('p').evaluate(element => {
      const { color, display, position, fontSize, letterSpacing } = getComputedStyle(element)
      return { color, display, position, fontSize, letterSpacing }
    })
  }

  async function readEmbeds(target: Page) {
    await target.locator('mille-ad .title').waitFor()
    await target.locator('mille-marketplace a').first().waitFor()
    const read = (elements: Element[]) =>
      elements.map(element => {
        const style = getComputedStyle(element)
        const { width, height } = element.getBoundingClientRect()
        const { color, backgroundColor, display, fontSize, fontFamily, letterSpacing, visibility } =
          style
        return {
          width,
          height,
          color,
          backgroundColor,
          display,
          fontSize,
          fontFamily,
          letterSpacing,
          visibility
        }
      })
    return {
      // The box around the words passes on the page's typeface, for ads that use it.
      ad: await target
        .locator('mille-ad :is(.frame, .creative, .title, .body, .domain)')
        .evaluateAll(read),
      // The width is left out because the page decides how wide the widget is.
      offers: (
        await target
          .locator('mille-marketplace :is(a, .mille-offer-name, .mille-offer-price)')
          .evaluateAll(read)
      ).map(({ width: _, ...rest }) => rest)
    }
  }
})
