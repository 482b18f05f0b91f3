import type { StickySide } from '@mille/api/constants.ts'
import { slice } from '@mille/testing/slice.ts'
import { expect, type Page } from 'playwright/test'
import { layoutShift } from './embed-page.ts'
import { adScript, open, test } from './embed-test.ts'
import { announcement, bannerDecision, type DeliveryStandIn, textDecision } from './stand-in.ts'

const paragraphs = Array.from(
  { length: 56 },
  (_, index) =>
    `<p><a href="#${index}">Link ${index + 1}</a> and the words of a paragraph around it.</p>`
).join('')

function addSticky(network: DeliveryStandIn, ...sides: StickySide[]) {
  for (const side of sides)
    network.decisions.set(
      side,
      textDecision(side, { size: 'Adaptive', position: 'sticky', stickySide: side })
    )
}

function page(network: DeliveryStandIn, body: string, direction = 'ltr'): string {
  return `<!doctype html><html lang="en" dir="${direction}"><meta name="viewport" content="width=device-width">
    ${adScript(network).replace('<!doctype html>', '')}<body>${body}</body></html>`
}

const adFor = (side: StickySide) => `<mille-ad unit="${side}"></mille-ad>`

/** Whether this element is what a person presses at the middle of its box. */
function isOnTop(tab: Page, selector: string): Promise<boolean> {
  return tab.locator(selector).evaluate(it => {
    const { left, top, width, height } = it.getBoundingClientRect()
    const host = (it.getRootNode() as ShadowRoot).host ?? it
    return document.elementFromPoint(left + width / 2, top + height / 2) === host
  })
}

const screens = [
  [320, 640],
  [360, 640],
  [820, 1180],
  [1440, 900]
] as const

/** Two of the four screens in `npm test`, all of them in `npm run prove`. */
for (const [width, height] of slice(screens, 2))
  for (const direction of ['ltr', 'rtl'])
    test(`sticky ads shift nothing, and the page scrolls clear of them: ${width} px, ${direction}`, async ({
      page: tab,
      network,
      site,
      problems
    }) => {
      addSticky(network, 'header', 'footer', 'left', 'right')
      network.dataMs = 150
      await tab.setViewportSize({ width, height })
      const ads = `${adFor('header')}<mille-ad unit="footer" size="320x100" style="display:block;height:100px"></mille-ad>${adFor('left')}${adFor('right')}`
      await open(tab, site, page(network, ads + paragraphs, direction))
      await tab.locator('mille-ad[unit=footer] .title').waitFor()
      await expect(tab.locator('mille-ad .sticky:visible')).toHaveCount(width < 1000 ? 2 : 4)
      expect(await layoutShift(tab)).toBe(0)

      const boxes = await tab
        .locator('mille-ad .sticky:visible')
        .evaluateAll(all =>
          Object.fromEntries(
            all.map(it => [it.className.split(' ')[2], it.getBoundingClientRect().toJSON()])
          )
        )
      expect(boxes.header).toMatchObject({ top: 0, left: 0 })
      expect(boxes.footer.bottom).toBe(height)
      expect(boxes.header.height + boxes.footer.height).toBeLessThanOrEqual(0.3 * height)
      if (width > 1000) {
        expect(boxes.left.left).toBe(0)
        expect(boxes.right.right).toBe(width)
        // The heights are those of the style sheet, regardless of an adaptive ad in the page.
        const heights = [boxes.header.height, boxes.left.height, boxes.right.height]
        expect(heights).toEqual([90, 600, 600])
      }

      await tab.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const last = await tab.locator('p').last().boundingBox()
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(boxes.footer.top)
      expect(problems).toEqual([])
    })

test('on a low screen a header and a footer leave 70 % of it to the page', async ({
  page: tab,
  network,
  site
}) => {
  addSticky(network, 'header', 'footer')
  await tab.setViewportSize({ width: 640, height: 360 })
  await open(tab, site, page(network, adFor('header') + adFor('footer') + paragraphs))
  await expect(tab.locator('mille-ad .title')).toHaveCount(2)
  const heights = await tab
    .locator('mille-ad .sticky')
    .evaluateAll(all => all.map(it => it.getBoundingClientRect().height))
  expect(heights.reduce((sum, it) => sum + it, 0)).toBeLessThanOrEqual(0.3 * 360)
})

for (const key of ['Tab', 'Shift+Tab'])
  test(`none of 56 links is under an ad when it has the focus, by ${key}`, async ({
    page: tab,
    network,
    site
  }) => {
    addSticky(network, 'header', 'footer')
    await tab.setViewportSize({ width: 360, height: 640 })
    await open(tab, site, page(network, paragraphs + adFor('header') + adFor('footer')))
    await expect(tab.locator('mille-ad .close')).toHaveCount(2)
    const seen = new Set<string>()
    const covered: string[] = []
    for (let presses = 0; presses < 66; presses++) {
      await tab.keyboard.press(key)
      const found = await tab.evaluate(async () => {
        // An ad that moves out of the way does so in the next frame.
        await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const link = document.activeElement
        if (link?.localName !== 'a') return null
        const { left, right, top, bottom } = link.getBoundingClientRect()
        const isFree = [top + 1, bottom - 1].every(
          y => document.elementFromPoint((left + right) / 2, y) === link
        )
        return { name: link.textContent ?? '', isFree }
      })
      if (!found) continue
      seen.add(found.name)
      if (!found.isFree) covered.push(found.name)
    }
    expect(covered).toEqual([])
    expect(seen.size).toBe(56)
  })

test('it goes while the page shows a modal of its own, however that is shown', async ({
  page: tab,
  network,
  site
}) => {
  addSticky(network, 'header')
  const modal = `<style>.modal { display: none } .modal.open { display: block }
      .fading { opacity: 0; transition: opacity .1s; pointer-events: none } .fading.open { opacity: 1; pointer-events: auto }
      .modal, .fading { position: fixed; inset: 0; z-index: 50; background: #fff }</style>
    <div id="class" class="modal" role="dialog" aria-modal="true"><button>Close it</button></div>
    <div id="faded" class="fading" role="dialog" aria-modal="true"><button>Close it</button></div>
    <dialog>Words</dialog>`
  await open(tab, site, page(network, adFor('header') + modal + paragraphs))
  const ad = tab.locator('mille-ad .sticky')
  await expect(ad).toBeVisible()

  for (const id of ['class', 'faded']) {
    await tab.evaluate(it => document.getElementById(it)?.classList.add('open'), id)
    await expect(ad).toBeHidden()
    expect(await isOnTop(tab, `#${id} button`)).toBe(true)
    await tab.evaluate(it => document.getElementById(it)?.classList.remove('open'), id)
    await expect(ad).toBeVisible()
  }
  await tab.evaluate(() => {
    const added = document.createElement('div')
    added.id = 'added'
    added.ariaModal = 'true'
    added.textContent = 'Words'
    document.body.append(added)
  })
  await expect(ad).toBeHidden()
  await tab.evaluate(() => document.getElementById('added')?.remove())
  await expect(ad).toBeVisible()

  await tab.evaluate(() => document.querySelector('dialog')?.showModal())
  expect(await isOnTop(tab, 'mille-ad .sticky')).toBe(false)
})

for (const style of ['transform:translateX(0)', 'filter:grayscale(0)', 'contain:layout'])
  test(`it sticks to the screen, under Mille’s own widgets, in an ancestor with ${style}`, async ({
    page: tab,
    network,
    site
  }) => {
    addSticky(network, 'header', 'footer')
    network.answers.set('GET /api/v1/announce/', { status: 200, body: announcement('warning') })
    await tab.setViewportSize({ width: 360, height: 640 })
    const widgets = `<script type="module" src="${network.origin}/embed/v1/mille.js"></script>
      <mille-chat></mille-chat><mille-announcement></mille-announcement>`
    await open(
      tab,
      site,
      page(
        network,
        `${widgets}<main style="margin-top:200px;${style}">${paragraphs}${adFor('header')}${adFor('footer')}</main>`
      )
    )
    await expect(tab.locator('.sticky .title')).toHaveCount(2)
    await tab.getByText('Payouts').waitFor()
    const footer = await tab.locator('.sticky.footer').boundingBox()
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBe(640)
    expect((await tab.locator('.sticky.header').boundingBox())?.y).toBe(0)
    await tab.getByRole('button', { name: 'Contact us' }).click({ trial: true })
    await tab.locator('.sticky.footer .close').click({ trial: true })
    expect(await isOnTop(tab, '.mille-announcement')).toBe(true)

    await tab.evaluate(() => {
      for (const it of document.querySelectorAll('mille-ad, mille-announcement')) it.remove()
    })
    await expect(tab.locator('.sticky')).toHaveCount(0)
    expect(await tab.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
    expect(await tab.locator('body > *').evaluateAll(all => all.at(-1)?.localName)).toBe('main')
  })

test('what lies over an ad by its ancestor’s layer does not hide it', async ({
  page: tab,
  network,
  site
}) => {
  addSticky(network, 'footer')
  const over = '<div style="position:fixed;inset:0;z-index:1;background:#fff">Words</div>'
  await open(
    tab,
    site,
    page(
      network,
      `<div style="position:relative;z-index:0">${adFor('footer')}</div>${over}${paragraphs}`
    )
  )
  await tab.locator('.sticky .title').waitFor()
  expect(await isOnTop(tab, '.sticky')).toBe(true)
})

test('Escape closes it, the focus goes back, and it stays closed', async ({
  page: tab,
  network,
  site
}) => {
  addSticky(network, 'header', 'footer')
  await open(
    tab,
    site,
    page(
      network,
      `<p style="height:200px"></p><a href="#1">First</a>${adFor('header')}<a href="#2">Last</a>${adFor('footer')}`
    )
  )
  await expect(tab.locator('mille-ad .close')).toHaveCount(2)
  const closed = tab.evaluate(
    () =>
      new Promise(resolve =>
        addEventListener('mille-ad:closed', it => resolve((it as CustomEvent).detail.unit))
      )
  )
  await expect(tab.getByRole('button', { name: 'Close footer ad' })).toBeVisible()
  await expect(tab.getByRole('button', { name: 'Close header ad' })).toBeVisible()

  const focused = () => tab.evaluate(() => document.activeElement?.outerHTML)
  await tab.getByText('First').focus()
  await tab.keyboard.press('Tab')
  await tab.keyboard.press('Tab')
  await tab.keyboard.press('Escape')
  expect(await closed).toBe('header')
  await expect(tab.locator('mille-ad .close')).toHaveCount(1)
  expect(await focused()).toBe('<a href="#1">First</a>')

  const asked = network.requests.length
  await tab.evaluate(() => {
    history.pushState(null, '', '?another=page')
    for (const ad of document.querySelectorAll('mille-ad')) ad.refresh()
  })
  await expect.poll(() => network.requests.length).toBeGreaterThan(asked)
  await expect(tab.locator('mille-ad .close')).toHaveCount(1)
  expect(network.requests.slice(asked).map(it => it.path)).not.toContain('/serve/units/header')

  // A new element of the closed ad's unit, as a framework creates it, does not bring the ad back.
  await tab.evaluate(() => {
    const ad = document.createElement('mille-ad')
    ad.setAttribute('unit', 'header')
    document.body.prepend(ad)
    return new Promise(resolve => ad.addEventListener('mille-ad:closed', resolve))
  })
  await expect(tab.locator('mille-ad .close')).toHaveCount(1)
})

test('closed by the first press on a page, it leaves the focus in its place', async ({
  page: tab,
  network,
  site
}) => {
  addSticky(network, 'header')
  await open(tab, site, page(network, `${adFor('header')}<a href="#2">Next</a>`))
  await tab.locator('mille-ad .close').waitFor()
  for (const _ of ['creative', 'label', 'close']) await tab.keyboard.press('Tab')
  await tab.keyboard.press('Enter')
  await expect(tab.locator('mille-ad .close')).toHaveCount(0)
  expect(await tab.evaluate(() => document.activeElement?.localName)).toBe('mille-ad')
  await tab.keyboard.press('Tab')
  expect(await tab.evaluate(() => document.activeElement?.textContent)).toBe('Next')
})

for (const isMobile of [false, true])
  test(`the label and the button to close are apart, ${isMobile ? 'by finger' : 'by mouse'}`, async ({
    browser,
    network,
    site
  }) => {
    const context = await browser.newContext({
      isMobile,
      hasTouch: isMobile,
      viewport: { width: 360, height: 640 }
    })
    const tab = await context.newPage()
    for (const stickySide of ['header', 'footer'] as const)
      for (const kind of ['text', 'banner'] as const) {
        const settings = { size: '320x50', position: 'sticky', stickySide } as const
        const decision =
          kind === 'text'
            ? textDecision('1', settings)
            : bannerDecision('1', settings.size, settings)
        network.decisions.set('1', decision)
        await open(tab, site, page(network, `<mille-ad unit="1"></mille-ad>${paragraphs}`))
        const boxes: { x: number; y: number; width: number; height: number }[] = []
        for (const name of ['a.label', '.close', '.creative']) {
          const box = await tab.locator(`mille-ad ${name}`).boundingBox()
          if (box) boxes.push(box)
        }
        const [label, close, creative] = boxes
        if (!label || !close || !creative) throw new Error('All three are drawn.')
        const side = isMobile ? 44 : 24
        expect(close).toMatchObject({ width: side, height: side })
        // The area that reacts to a press is 4 px larger than the label on each side.
        expect(Math.min(label.width, label.height) + 8).toBeGreaterThanOrEqual(24)
        const isApart =
          label.x + label.width + 4 <= close.x + 0.5 || label.x - 4 >= close.x + side - 0.5
        expect(isApart, `${kind} at the ${stickySide}`).toBe(true)
        const words = await tab.locator('mille-ad .title').all()
        for (const it of words) {
          const box = await it.boundingBox()
          const isBefore = (box?.x ?? 0) + (box?.width ?? 0) <= label.x + 0.5
          expect(isBefore || (box?.y ?? 0) + (box?.height ?? 0) <= label.y + 0.5).toBe(true)
        }
      }
    await context.close()
  })

test('a side of the screen has one ad, and a second one says why it is not shown', async ({
  page: tab,
  network,
  site
}) => {
  network.decisions.set(
    '1',
    textDecision('1', { size: '728x90', position: 'sticky', stickySide: 'footer' })
  )
  const events = `<script>
    window.events = []
    for (const name of ['filled', 'rendered', 'viewable', 'error'])
      addEventListener('mille-ad:' + name, ({ detail }) => events.push(name + (detail.reason ?? '')))
  </script>`
  const ad = '<mille-ad unit="1" size="728x90"></mille-ad>'
  await open(tab, site, page(network, events + ad.repeat(2) + paragraphs))
  const heard = () => tab.evaluate(() => (window as unknown as { events: string[] }).events.sort())
  const expected = ['errorside_taken', 'filled', 'rendered', 'viewable']
  await expect.poll(heard, { timeout: 5_000 }).toEqual(expected)
  await expect(tab.locator('mille-ad .ad')).toHaveCount(1)
  expect(network.seen.map(it => it.kind)).toEqual(['rendered', 'viewable'])

  // Once the first ad leaves the page, another one may take its side.
  await tab
    .locator('mille-ad')
    .first()
    .evaluate(it => it.remove())
  await tab.locator('mille-ad').evaluate(it => (it as HTMLElement & { refresh(): void }).refresh())
  await expect(tab.locator('mille-ad .close')).toHaveCount(1)
})

for (const [name, width, height, isRefused] of [
  ['does not load', 1280, 800, true],
  ['does not fit a low screen', 844, 390, false]
] as const)
  test(`a banner that ${name} leaves nothing over the page`, async ({
    page: tab,
    network,
    site
  }) => {
    network.decisions.set(
      '1',
      bannerDecision('1', '728x90', { position: 'sticky', stickySide: 'footer' })
    )
    if (isRefused) await tab.route('**/media/banners/**', route => route.abort())
    await tab.setViewportSize({ width, height })
    await open(
      tab,
      site,
      page(
        network,
        `<button style="position:fixed;inset:auto 0 0;block-size:40px">Buy</button>
        <mille-ad unit="1" size="728x90" position="sticky"></mille-ad>${paragraphs}
        <script>document.addEventListener('mille-ad:error', () => document.title = 'error')</script>`
      )
    )
    await expect(tab).toHaveTitle('error')
    await expect(tab.locator('mille-room')).toHaveCount(0)
    await expect(tab.locator('mille-ad .ad')).toHaveCount(0)
    expect(await tab.evaluate(() => getComputedStyle(document.documentElement).scrollPadding)).toBe(
      'auto'
    )
    await tab.getByRole('button', { name: 'Buy' }).click({ timeout: 2_000 })
    expect(network.seen).toEqual([])
  })

test('the soft keyboard does not push it over the field that is typed into', async ({
  page: tab,
  network,
  site
}) => {
  addSticky(network, 'footer')
  await tab.setViewportSize({ width: 360, height: 640 })
  await open(
    tab,
    site,
    page(
      network,
      `<div style="height:200px"></div><label>Words <textarea></textarea></label>${paragraphs}${adFor('footer')}`
    )
  )
  await tab.locator('mille-ad .close').waitFor()
  await tab.locator('textarea').focus()
  await expect(tab.locator('.sticky')).toBeVisible()
  // Shrinks the viewport, as an on-screen keyboard does with `interactive-widget=resizes-content`.
  await tab.setViewportSize({ width: 360, height: 250 })
  await expect(tab.locator('.sticky')).toBeHidden()
  await tab.setViewportSize({ width: 360, height: 640 })
  await expect(tab.locator('.sticky')).toBeVisible()
})

test('it keeps away from the notch and the bar of the system', async ({
  page: tab,
  network,
  site
}) => {
  addSticky(network, 'header', 'footer')
  await tab.setViewportSize({ width: 390, height: 844 })
  const devtools = await tab.context().newCDPSession(tab)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } })
  await open(
    tab,
    site,
    page(network, adFor('header') + adFor('footer') + paragraphs).replace(
      'content="width=device-width"',
      'content="width=device-width,viewport-fit=cover"'
    )
  )
  await expect(tab.locator('mille-ad .close')).toHaveCount(2)
  expect((await tab.locator('.sticky.header').boundingBox())?.y).toBe(47)
  const footer = await tab.locator('.sticky.footer').boundingBox()
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBe(844 - 34)
})

test('below the screen it gives back the place that was kept for it, a banner too', async ({
  page: tab,
  network,
  site
}) => {
  network.decisions.set(
    '1',
    bannerDecision('1', '300x250', { position: 'sticky', stickySide: 'footer' })
  )
  await tab.setViewportSize({ width: 1280, height: 900 })
  const ad = `<mille-ad unit="1" size="300x250" style="display:block;width:300px;height:250px"></mille-ad>`
  await open(tab, site, page(network, paragraphs + ad))
  await tab.locator('mille-ad img').waitFor()
  await expect(tab.locator('mille-ad')).toHaveCSS('height', '0px')
  expect(await layoutShift(tab)).toBe(0)
})
