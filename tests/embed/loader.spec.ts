import { expect } from 'playwright/test'
import project from '../../package.json' with { type: 'json' }
import { quietFor } from '../over-time.ts'
import { elementNames } from './embed-page.ts'
import { open, test } from './embed-test.ts'
import {
  announcement,
  type DeliveryStandIn,
  offers,
  textDecision,
  userDocument
} from './stand-in.ts'

function loader(network: DeliveryStandIn, query = '') {
  return `<!doctype html><meta charset="utf-8"><title>A page</title>
    <script type="module" src="${network.origin}/embed/v1/mille.js${query}"></script>`
}

test('the first ad takes three requests, and nothing that it does not need is loaded', async ({
  page,
  network,
  site,
  problems
}) => {
  network.decisions.set('1', textDecision('1'))
  await open(page, site, `${loader(network)}<mille-ad unit="1"></mille-ad>`)
  await page.locator('mille-ad .title').waitFor()
  expect(network.requests.slice(0, 3).map(it => it.path)).toEqual([
    '/embed/v1/mille.js',
    '/embed/v1/ad.js',
    '/serve/units/1'
  ])
  await expect.poll(() => network.seen.length).toBe(1)
  expect(network.requests.filter(it => it.path.startsWith('/embed/'))).toHaveLength(2)
  expect(problems).toEqual([])
})

test('elements that come later are found, in whatever they come', async ({
  page,
  network,
  site
}) => {
  network.decisions.set('1', textDecision('1'))
  network.offers = offers(3)
  await open(page, site, `${loader(network)}<div id="place"></div>`)
  await quietFor(200, () =>
    expect(network.requests.map(it => it.path)).toEqual(['/embed/v1/mille.js'])
  )
  await page.locator('#place').evaluate(place => {
    const section = document.createElement('section')
    section.append(document.createElement('mille-marketplace'))
    place.append(section)
  })
  await page.locator('mille-marketplace a').first().waitFor()
  await page.locator('#place').evaluate(place => {
    const ad = document.createElement('mille-ad')
    ad.setAttribute('unit', '1')
    place.append(ad)
  })
  await page.locator('mille-ad .title').waitFor()
})

test('loaded twice, each widget comes once', async ({ page, network, site, problems }) => {
  network.answers.set('GET /api/v1/announce/', { status: 200, body: announcement('default') })
  await open(
    page,
    site,
    `${loader(network)}${loader(network, '?again')}
      <script type="module" src="${network.origin}/embed/v1/announcement.js?own"></script>
      <script type="module" src="${network.origin}/embed/${project.version}/announcement.js"></script>
      <mille-announcement></mille-announcement>`
  )
  await page.getByText('Payouts').waitFor()
  const asked = () => network.requests.filter(it => it.path === '/api/v1/announce/')
  await quietFor(200, () => expect(asked()).toHaveLength(1))
  expect(problems).toEqual([])
})

test('widgets share one runtime, and the ad has none', async ({ page, network, site }) => {
  network.decisions.set('1', textDecision('1'))
  network.offers = offers(3)
  network.answers.set('GET /api/v1/announce/', { status: 200, body: announcement('default') })
  const all = elementNames.map(it => `<mille-${it} unit="1" token="a.b"></mille-${it}>`).join('')
  await open(page, site, loader(network) + all)
  await page.locator('mille-marketplace a').first().waitFor()
  await page.getByText('Payouts').waitFor()
  await page.locator('mille-feedback a').waitFor()
  await page.getByRole('button', { name: 'Contact us' }).waitFor()
  const scripts = network.requests.map(it => it.path).filter(it => it.startsWith('/embed/'))
  expect(new Set(scripts).size).toBe(scripts.length)
  expect(scripts.filter(it => it.includes('runtime-'))).toHaveLength(1)
  expect(scripts.filter(it => it.includes('login-view'))).toEqual([])
})

test('the chunks of a widget are asked for with its entry, not after it', async ({
  page,
  network,
  site
}) => {
  network.offers = offers(3)
  const letThrough = Promise.withResolvers<void>()
  await page.route('**/embed/v1/marketplace.js', async route => {
    await letThrough.promise
    await route.continue()
  })
  const opened = open(page, site, `${loader(network)}<mille-marketplace></mille-marketplace>`)
  const scripts = () => network.requests.map(it => it.path).filter(it => it.includes('/runtime-'))
  await expect.poll(scripts).toHaveLength(1)
  letThrough.resolve()
  await opened
  await page.locator('mille-marketplace a').first().waitFor()
  expect(scripts()).toHaveLength(1)
})

test('a script that fails to load is reported to the page, which continues', async ({
  page,
  network,
  site
}) => {
  await page.route('**/embed/v1/ad.js', route => route.abort())
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    addEventListener('mille-ad:error', event => heard.push(event.type))
    addEventListener('unhandledrejection', () => heard.push('unhandled'))
  })
  await open(page, site, `${loader(network)}<mille-ad unit="1"></mille-ad>`)
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard))
    .toEqual(['mille-ad:error'])
})

test('a pinned version brings its own files and no others, with the published integrity', async ({
  page,
  network,
  site,
  problems
}) => {
  network.offers = offers(3)
  const manifest = await (await fetch(`${network.origin}/embed/v1/manifest.json`)).json()
  const { integrity, imports } = manifest.versions[manifest.version]['marketplace.js']
  const preloads = imports.map((name: string) => {
    const file = manifest.versions[manifest.version][name]
    return `<link rel="modulepreload" crossorigin href="${network.origin}/embed/${manifest.version}/${name}" integrity="${file.integrity}">`
  })
  network.requests.length = 0
  await open(
    page,
    site,
    `<!doctype html><meta charset="utf-8"><title>A page</title>${preloads.join('')}
      <script type="module" crossorigin integrity="${integrity}"
        src="${network.origin}/embed/${manifest.version}/marketplace.js"></script>
      <mille-marketplace></mille-marketplace>`
  )
  await page.locator('mille-marketplace a').first().waitFor()
  const scripts = network.requests.map(it => it.path).filter(it => it.startsWith('/embed/'))
  expect(scripts.every(it => it.startsWith(`/embed/${manifest.version}/`))).toBe(true)
  expect(problems).toEqual([])
})

test('what widgets share is one registry, whichever bundle they came in', async ({
  page,
  network
}) => {
  network.answers.set('POST /api/v1/user/sign_in', {
    status: 200,
    body: userDocument()
  })
  network.pages.set('/own', {
    html: `${loader(network)}<mille-login></mille-login>
      <mille-feedback></mille-feedback><mille-feedback server="${network.origin}"></mille-feedback>`
  })
  await page.goto(`${network.origin}/own#!enter-access-code`)
  await page.getByRole('textbox', { name: 'Access code' }).fill('CODE')
  expect(new URL(page.url()).hash).toBe('')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.locator('mille-feedback a')).toHaveCount(2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const keys = await page.evaluate(() => Reflect.ownKeys(window).map(String))
  expect(keys.filter(it => it.includes('mille'))).toEqual(['Symbol(mille)'])
})

test('the script works without type="module", and leaves no name on the page', async ({
  page,
  network,
  site,
  problems
}) => {
  network.decisions.set('1', textDecision('1'))
  const plain = '<!doctype html><meta charset="utf-8"><title>A page</title>'
  await open(page, site, plain, '/plain')
  const names = () => page.evaluate(() => Reflect.ownKeys(window).map(String))
  const before = await names()
  const script = `<script src="${network.origin}/embed/v1/mille.js"></script>`
  await open(page, site, `${plain}${script}<mille-ad unit="1"></mille-ad>${script}`)
  await page.locator('mille-ad .title').waitFor()
  await expect.poll(() => network.seen.map(it => it.kind)).toContain('rendered')
  expect((await names()).filter(it => !before.includes(it))).toEqual(['Symbol(mille)'])
  expect(problems).toEqual([])
})

test('widgets in shadow roots of the page are found, whenever they come there', async ({
  page,
  network,
  site,
  problems
}) => {
  network.decisions.set('1', textDecision('1'))
  network.offers = offers(3)
  await open(
    page,
    site,
    `${loader(network)}<div id="early"><template shadowrootmode="open"><mille-ad unit="1"></mille-ad></template></div>`
  )
  await page.locator('#early mille-ad .title').waitFor()
  await page.evaluate(() => {
    const late = document.createElement('div')
    const outer = late.attachShadow({ mode: 'open' })
    document.body.append(late)
    const inner = outer.appendChild(document.createElement('p'))
    setTimeout(() => inner.append(document.createElement('mille-marketplace')))
  })
  await page.locator('mille-marketplace a').first().waitFor()
  expect(problems).toEqual([])
})
