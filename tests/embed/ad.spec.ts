import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { expect } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { quietFor, steady } from '../over-time.ts'
import { answered, layoutShift, rgb } from './embed-page.ts'
import { adScript, inside, open, test } from './embed-test.ts'
import {
  bannerDecision,
  emptyDecision,
  houseBannerDecision,
  inlineBannerDecision,
  inlineColor,
  invitation,
  textDecision
} from './stand-in.ts'

test('the layout of the page never shifts', async ({ page, network, site, problems }) => {
  network.decisions.set('text', textDecision('text'))
  network.decisions.set('banner', bannerDecision('banner', '728x90'))
  network.decisions.set('none', emptyDecision('none', 'no_campaign', { size: '320x50' }))
  await open(
    page,
    site,
    `${adScript(network)}<p>Before</p>
      <mille-ad unit="text" size="300x250" style="display:block;width:300px;height:250px"></mille-ad><p>Between</p>
      <mille-ad unit="banner" size="728x90" style="display:block;width:728px;height:90px"></mille-ad><p>Between</p>
      <mille-ad unit="none" size="320x50" style="display:block;width:320px;height:50px"></mille-ad><p>After</p>`
  )
  await page.locator('mille-ad img').waitFor()
  await page.locator('mille-ad .title').waitFor()
  await answered(page, '/serve/units/none')
  expect(await layoutShift(page)).toBe(0)
  expect(problems).toEqual([])
})

for (const density of [1, 2])
  test(`a banner with ${density * density} pixels for each of its own that comes with its decision is drawn without another request`, async ({
    page,
    network,
    site,
    problems
  }) => {
    network.decisions.set('1', await inlineBannerDecision('1', '300x250', {}, density))
    const broken = await inlineBannerDecision('2', '300x250')
    network.decisions.set('2', {
      ...broken,
      creative: { ...broken.creative, picture: 'AAAA' }
    } as typeof broken)
    await open(
      page,
      site,
      `<!doctype html><html lang="en"><title>A page</title>${adScript(network)}<script>addEventListener('mille-ad:error', it => (window.failed = it.detail))</script>
      <main><h1>A page</h1><mille-ad unit="1" size="300x250"></mille-ad><mille-ad unit="2" size="300x250"></mille-ad></main></html>`
    )
    const canvas = page.locator('mille-ad canvas')
    await expect(canvas).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Paperkey' })).toBeVisible()
    expect(await canvas.boundingBox()).toMatchObject({ width: 300, height: 250 })
    const ends = await canvas.evaluate(it => {
      const { width, height } = it as HTMLCanvasElement
      const { data } =
        (it as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? {}
      return {
        width,
        height,
        first: [...(data?.slice(0, 4) ?? [])],
        last: [...(data?.slice(-4) ?? [])]
      }
    })
    expect(ends).toEqual({
      width: 300 * density,
      height: 250 * density,
      first: inlineColor,
      last: inlineColor
    })
    await expect.poll(() => network.seen.map(it => it.kind)).toEqual(['rendered', 'viewable'])
    expect(network.requests.filter(it => it.path.startsWith('/media/'))).toEqual([])
    await expect
      .poll(() => page.evaluate(() => (window as { failed?: unknown }).failed))
      .toEqual({ unit: '2', reason: 'picture' })
    await expectAccessible(page)
    expect(problems).toHaveLength(1)
  })

test('the banner of a house ad takes its own size, moves nothing and is never reported', async ({
  page,
  network,
  site,
  problems
}) => {
  network.decisions.set('1', houseBannerDecision('1', '300x250'))
  network.decisions.set('2', houseBannerDecision('2', '728x90', { size: 'Adaptive' }))
  await open(
    page,
    site,
    `<!doctype html><html lang="en"><title>A page</title>${adScript(network)}
    <main><h1>A page</h1><mille-ad unit="1" size="300x250" style="display:block;width:300px;height:250px"></mille-ad><p>Between</p>
    <mille-ad unit="2" style="display:block;height:90px"></mille-ad></main></html>`
  )
  const banners = page.locator('mille-ad img')
  await expect(banners).toHaveCount(2)
  await expect
    .poll(() => banners.first().evaluate(it => (it as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  expect(await banners.first().boundingBox()).toMatchObject({ width: 300, height: 250 })
  expect(await banners.last().boundingBox()).toMatchObject({ width: 728, height: 90 })
  await expect(page.getByRole('link', { name: 'Paperkey' }).first()).toHaveAttribute(
    'href',
    'https://blog.example/shop'
  )
  expect(await layoutShift(page)).toBe(0)
  await expectAccessible(page)
  // A view of a campaign would be reported after a second.
  await quietFor(1500, () => expect(network.seen).toEqual([]))
  expect(problems).toEqual([])
})

test('the pictures of a text ad come with its words; one that does not load takes no room', async ({
  page,
  network,
  site
}) => {
  const creative = {
    kind: 'text',
    title: 'Bread',
    text: 'At seven.',
    domain: 'bread.example',
    action: 'Learn more',
    lang: 'en'
  } as const
  const logo = `${network.origin}/media/banners/128x128`
  const illustration = `${network.origin}/no-picture`
  network.decisions.set(
    '1',
    textDecision('1', { creative: { ...creative, pictures: { logo, illustration } } })
  )
  network.decisions.set('2', textDecision('2', { creative, size: '320x100' }))
  await open(page, site, `${adScript(network)}<mille-ad unit="2"></mille-ad>`)
  await expect(page.getByText('Bread', { exact: true })).toBeVisible()
  const asked = () => network.requests.filter(it => it.path.includes('/extras-')).length
  expect(asked()).toBe(0)
  await open(page, site, `${adScript(network)}<mille-ad unit="1"></mille-ad>`)
  await expect(page.locator('mille-ad .logo')).toBeVisible()
  await expect(page.locator('mille-ad .illustration')).toHaveCount(0)
  await page.route('**/extras-*.js', route => route.abort())
  await open(page, site, `${adScript(network)}<mille-ad unit="1"></mille-ad>`)
  await expect(page.getByText('Bread', { exact: true })).toBeVisible()
})

test('ten ads with ten settings keep to their own', async ({ page, network, site, problems }) => {
  const sizes = bannerSizes.slice(0, 10)
  const color = (index: number) => `#${(index * 0x111111 + 0x0a0b0c).toString(16).padStart(6, '0')}`
  sizes.forEach((size, index) => {
    network.decisions.set(
      `${index}`,
      textDecision(`${index}`, { size, colors: { background: color(index) } })
    )
  })
  await open(
    page,
    site,
    adScript(network) + sizes.map((_, index) => `<mille-ad unit="${index}"></mille-ad>`).join('')
  )
  await expect(page.locator('mille-ad .title')).toHaveCount(10)
  const shown = await page.locator('mille-ad').evaluateAll(ads =>
    ads.map(ad => {
      const frame = ad.shadowRoot?.querySelector('.frame')
      const { width, height } = frame?.getBoundingClientRect() ?? {}
      return [`${width}x${height}`, frame && getComputedStyle(frame).backgroundColor]
    })
  )
  expect(shown).toEqual(sizes.map((size, index) => [size, rgb(color(index))]))
  expect(problems).toEqual([])
})

test('100 times mounted and unmounted, nothing is left', async ({
  page,
  network,
  site,
  problems
}) => {
  network.decisions.set('1', textDecision('1', { position: 'sticky' }))
  network.decisions.set('2', bannerDecision('2', '300x250'))
  await page.addInitScript(() => {
    const live = new Set<unknown>()
    const timers = new Set<unknown>()
    Object.assign(window, { live, timers })
    const { observe, disconnect } = IntersectionObserver.prototype
    IntersectionObserver.prototype.observe = function (target) {
      live.add(this)
      observe.call(this, target)
    }
    IntersectionObserver.prototype.disconnect = function () {
      live.delete(this)
      disconnect.call(this)
    }
    const { setTimeout: set, clearTimeout: clear } = window
    Object.assign(window, {
      setTimeout: (callback: () => void, ms: number) => {
        const id: number = set(() => {
          timers.delete(id)
          callback()
        }, ms)
        timers.add(id)
        return id
      },
      clearTimeout: (id: number) => {
        timers.delete(id)
        clear(id)
      }
    })
  })
  await open(page, site, `${adScript(network)}<div id="place"></div>`)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')

  await cycle(5)
  const before = await steady(measure, 300)
  expect(before).toMatchObject({ observers: 0, timers: 0 })
  await cycle(100)
  await expect.poll(measure).toEqual(before)
  expect(problems).toEqual([])

  async function cycle(times: number) {
    await page.evaluate(async count => {
      const place = document.querySelector('#place')
      for (let index = 0; index < count; index += 1) {
        const ads = ['1', '2'].map(unit => {
          const ad = document.createElement('mille-ad')
          ad.setAttribute('unit', unit)
          if (index % 3 === 0) ad.setAttribute('lazy', '')
          return ad
        })
        place?.append(...ads)
        // Some ads are removed before their decision has arrived, some after.
        const heard = ads.map(
          ad => new Promise(resolve => ad.addEventListener('mille-ad:filled', resolve))
        )
        if (index % 2 === 0) await Promise.all(heard)
        place?.replaceChildren()
        await Promise.resolve()
      }
    }, times)
  }

  async function measure() {
    await devtools.send('HeapProfiler.collectGarbage')
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const value = (name: string) => metrics.find(it => it.name === name)?.value
    const counts = await page.evaluate(() => {
      const { live, timers } = window as unknown as { live: Set<unknown>; timers: Set<unknown> }
      return { observers: live.size, timers: timers.size }
    })
    return { ...counts, listeners: value('JSEventListeners'), nodes: value('Nodes') }
  }
})

test('the script may come twice, and the unit may change', async ({
  page,
  network,
  site,
  problems
}) => {
  network.decisions.set('1', textDecision('1'))
  network.decisions.set('2', textDecision('2', { size: '728x90' }))
  const again = `<script type="module" src="${network.origin}/embed/v1/ad.js?again"></script>`
  await open(page, site, `${adScript(network)}${again}<mille-ad unit="1"></mille-ad>`)
  await page.locator('mille-ad .title').waitFor()
  await page.locator('mille-ad').evaluate(ad => ad.setAttribute('unit', '2'))
  await expect.poll(() => inside(page, '.ad', it => it.getBoundingClientRect().width)).toBe(728)
  expect(problems).toEqual([])
})

test('nothing but its registry is left on the page, and nothing in its storage or cookies', async ({
  page,
  network,
  site
}) => {
  network.decisions.set('1', textDecision('1'))
  await open(page, site, '<!doctype html><title>A page</title>', '/empty')
  const plain = await page.evaluate(() => Reflect.ownKeys(window).map(String))
  await open(
    page,
    site,
    `${adScript(network)}<mille-ad unit="1"></mille-ad><mille-ad unit="unknown"></mille-ad>`
  )
  await page.locator('mille-ad .title').waitFor()
  await expect.poll(() => network.seen.length).toBe(1)
  const left = async () => {
    const keys = await page.evaluate(() => Reflect.ownKeys(window).map(String))
    return keys.filter(it => !plain.includes(it))
  }
  await expect.poll(left).toEqual(['Symbol(mille)'])
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  expect(await page.context().cookies()).toEqual([])
  expect(network.requests.filter(it => it.cookie)).toEqual([])
})

test('a sticky ad covers at most 30 % of the screen on each side, and closes alone', async ({
  page,
  network,
  site
}) => {
  const cases = [
    { side: 'header', size: '300x600' },
    { side: 'left', size: '336x280' },
    { side: 'right', size: 'Adaptive' },
    { side: 'footer', size: 'Adaptive' }
  ] as const
  for (const { side, size } of cases) {
    network.decisions.set(side, textDecision(side, { size, position: 'sticky', stickySide: side }))
  }
  const ads = cases.map(({ side }) => `<mille-ad unit="${side}"></mille-ad>`).join('')
  await page.setViewportSize({ width: 360, height: 640 })
  await open(page, site, adScript(network) + ads)
  await expect(page.locator('mille-ad .close')).toHaveCount(4)
  await expect(page.locator('mille-ad .close:visible')).toHaveCount(2)
  const boxes = () =>
    page
      .locator('mille-ad .ad')
      .evaluateAll(all => all.map(it => it.getBoundingClientRect().toJSON()))
  const [header, , , footer] = await boxes()
  for (const { width, height } of [header, footer])
    expect(width * height).toBeLessThanOrEqual(0.3 * 360 * 640)
  expect(header.top).toBe(0)
  expect(footer.bottom).toBe(640)

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.locator('mille-ad .close:visible')).toHaveCount(4)
  const [, left, right] = await boxes()
  for (const { width, height } of [left, right])
    expect(width * height).toBeLessThanOrEqual(0.3 * 1440 * 900)
  expect(left.left).toBe(0)
  expect(right.right).toBe(1440)

  await page.locator('mille-ad[unit=footer] .close').click()
  await expect(page.locator('mille-ad .close')).toHaveCount(3)
})

test('an ad that the page hides is asked for when it is shown, and hidden stays hidden', async ({
  page,
  network,
  site
}) => {
  const style = 'display:block;width:300px;max-width:100%;height:250px'
  for (const unit of ['attribute', 'wrapper', 'media']) {
    network.decisions.set(unit, textDecision(unit))
  }
  await page.setViewportSize({ width: 360, height: 900 })
  await open(
    page,
    site,
    `${adScript(network)}<style>
      @media (width < 600px) { [unit=media] { display: none !important } }
    </style>
    <mille-ad unit="attribute" size="300x250" style="${style}" hidden></mille-ad>
    <div hidden><mille-ad unit="wrapper" size="300x250" style="${style}"></mille-ad></div>
    <mille-ad unit="media" size="300x250"></mille-ad>`
  )
  await page.evaluate(() => customElements.whenDefined('mille-ad'))
  const asked = () => network.requests.filter(it => it.path.startsWith('/serve/units/')).length
  await quietFor(500, () => expect(asked()).toBe(0))
  await expect(page.locator('mille-ad:visible')).toHaveCount(0)

  await page.setViewportSize({ width: 800, height: 900 })
  await page.evaluate(() => {
    for (const it of document.querySelectorAll('[hidden]')) it.removeAttribute('hidden')
  })
  await expect(page.locator('mille-ad .title')).toHaveCount(3)
  expect(asked()).toBe(3)
})

test('an ad follows the color scheme of its page, unless its theme says another', async ({
  page,
  network,
  site
}) => {
  network.decisions.set('1', textDecision('1'))
  await page.emulateMedia({ colorScheme: 'dark' })
  const themes = ['', 'theme="dark"', 'theme="light"']
  const ads = themes.map(it => `<mille-ad unit="1" size="300x250" ${it}></mille-ad>`)
  const meta = '<meta name="color-scheme" content="light dark">'
  await open(page, site, `${meta}${adScript(network)}${ads.join('')}`)
  await expect(page.locator('mille-ad .frame')).toHaveCount(3)
  const grounds = await page
    .locator('mille-ad .frame')
    .evaluateAll(all => all.map(it => getComputedStyle(it).backgroundColor))
  const [dark, light] = ['rgb(20, 24, 30)', 'rgb(252, 250, 246)']
  expect(grounds).toEqual([dark, dark, light])
})

test('an engine without light-dark() does not see the page through a sticky ad', async ({
  page,
  network,
  site
}) => {
  network.decisions.set('1', textDecision('1', { position: 'sticky', stickySide: 'footer' }))
  // A browser engine drops the declarations that use an unknown function.
  await page.route('**/embed/v1/*.js', async route => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll('light-dark(', 'unknown-function(')
    await route.fulfill({ response: answer, body })
  })
  await open(page, site, `${adScript(network)}<mille-ad unit="1"></mille-ad>`)
  await page.locator('mille-ad .close').waitFor()
  await expect(page.locator('mille-ad .frame')).toHaveCSS('background-color', 'rgb(252, 250, 246)')
})

test('without a campaign an ad collapses where that moves nothing, and nowhere else', async ({
  page,
  network,
  site
}) => {
  for (const unit of ['seen', 'below'])
    network.decisions.set(unit, emptyDecision(unit, 'no_campaign', { collapse: true }))
  const style = 'display:block;width:300px;max-width:100%;height:250px'
  await page.setViewportSize({ width: 360, height: 640 })
  network.dataMs = 150
  await open(
    page,
    site,
    `${adScript(network)}<mille-ad unit="seen" size="300x250" style="${style}"></mille-ad>
    <p style="height: 700px">Words</p>
    <mille-ad unit="below" size="300x250" style="${style}"></mille-ad><p>The end</p>`
  )
  await expect(page.locator('mille-ad[unit=below]')).toBeHidden()
  await expect(page.locator('mille-ad[unit=seen]')).toBeVisible()
  expect(await layoutShift(page)).toBe(0)
})

test('a sticky ad is not on paper, and leaves the page’s own chat on top', async ({
  page,
  network,
  site
}) => {
  network.decisions.set(
    '1',
    textDecision('1', { size: '728x90', position: 'sticky', stickySide: 'footer' })
  )
  await page.setViewportSize({ width: 360, height: 640 })
  await open(
    page,
    site,
    `${adScript(network)}<script type="module" src="${network.origin}/embed/v1/chat.js"></script>
    <mille-chat></mille-chat><mille-ad unit="1"></mille-ad>`
  )
  await page.locator('mille-ad .close').waitFor()
  // The click fails if another element receives it.
  await page.getByRole('button', { name: 'Contact us' }).click({ trial: true })
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('mille-ad .ad')).toBeHidden()
})

test('has no accessibility problem, and can be used by keyboard', async ({
  page,
  network,
  site
}) => {
  network.decisions.set('text', textDecision('text'))
  network.decisions.set('banner', bannerDecision('banner', '300x250'))
  network.decisions.set(
    'sticky',
    textDecision('sticky', { size: '728x90', position: 'sticky', stickySide: 'footer' })
  )
  network.decisions.set(
    'none',
    emptyDecision('none', 'no_campaign', { size: '320x50', ...invitation })
  )
  const ads = ['text', 'banner', 'none', 'sticky'].map(
    unit => `<mille-ad unit="${unit}"></mille-ad>`
  )
  await open(
    page,
    site,
    `<html lang="en">${adScript(network)}<main><h1>A page</h1>${ads.join('')}</main></html>`
  )
  await expect(page.getByRole('group', { name: 'Ad' })).toHaveCount(4)
  await page.locator('mille-ad img').waitFor()
  await expectAccessible(page)

  const names: (string | null | undefined)[] = []
  for (let stop = 0; stop < 8; stop += 1) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className)
    )
  }
  expect(names).toEqual([
    'creative',
    'label',
    'creative',
    'label',
    'creative',
    'creative',
    'label',
    'close'
  ])
})

test('a script without type="module" shows and counts ads, with what few of them need', async ({
  page,
  network,
  site,
  problems
}) => {
  network.decisions.set('1', textDecision('1'))
  network.decisions.set('2', textDecision('2', { size: '320x100', position: 'sticky' }))
  const plain = '<!doctype html><meta charset="utf-8"><title>A page</title>'
  await open(page, site, plain, '/plain')
  const names = () => page.evaluate(() => Reflect.ownKeys(window).map(String))
  const before = await names()
  const script = `<script src="${network.origin}/embed/v1/ad.classic.js"></script>`
  const ads = '<mille-ad unit="1" size="300x250"></mille-ad><mille-ad unit="2"></mille-ad>'
  await open(page, site, `${plain}${script}${ads}${script}${adScript(network)}`)
  await page.locator('mille-ad .close').waitFor()
  const seen = () => network.seen.map(it => `${it.token} ${it.kind}`).sort()
  await expect
    .poll(seen)
    .toEqual(['1', '2'].flatMap(it => [`token-of-${it} rendered`, `token-of-${it} viewable`]))
  expect((await names()).filter(it => !before.includes(it))).toEqual([])
  expect(problems).toEqual([])
})
