import { documentation, type FailureReason, words } from '@mille/widgets/ad/explain.ts'
import { expect, type Page } from 'playwright/test'
import { quietFor } from '../over-time.ts'
import { test } from './embed-test.ts'
import { bannerDecision, type DeliveryStandIn, emptyDecision, textDecision } from './stand-in.ts'

/** Polling interval, in milliseconds. */
const intervals = [50]

type Row = {
  name: string
  /** The HTML that the publisher has pasted into the page. */
  html: (network: DeliveryStandIn) => string
  policy?: (network: DeliveryStandIn) => string
  /** What the network, a browser extension, or the page's server does before the page is opened. */
  prepare?: (network: DeliveryStandIn, page: Page) => unknown
  /** What the reader or the page's script does after the page is opened. */
  act?: (page: Page) => Promise<unknown>
  /** URL of the page, if it is not on the publisher's site. */
  address?: string
}
/** Events that the page receives, in order: `rendered`, `error` with a reason, or `empty` with a reason. */
type Outcome = { hears: string[]; browser?: RegExp[] }

const style = 'style="display:block;width:300px;max-width:100%;height:250px"'
const adOf = (attributes: string) => `<mille-ad ${attributes} ${style}></mille-ad>`
const place = adOf('unit="1" size="300x250"')

function script(network: DeliveryStandIn, file = 'ad.js', type = ' type="module"'): string {
  return `<script${type} src="${network.origin}/embed/v1/${file}"></script>`
}
const withScript = (html: string) => (network: DeliveryStandIn) => script(network) + html
const withLoader = (html: string) => (network: DeliveryStandIn) =>
  script(network, 'mille.js') + html
const inShadow = (html: string) => `<div><template shadowrootmode="open">${html}</template></div>`
const inFrame = (html: string, attributes = '') =>
  `<iframe width="400" height="300" ${attributes} srcdoc='${html}'></iframe>`
const pasted = withScript(place)

const abort = (pattern: string | RegExp) => (_: DeliveryStandIn, page: Page) =>
  page.route(pattern, route => route.abort())
const drawBanner = (network: DeliveryStandIn) =>
  network.decisions.set('1', bannerDecision('1', '300x250'))
const refuse = (reason: string) => (network: DeliveryStandIn) =>
  network.decisions.set('1', emptyDecision('1', reason))

const notLoaded = /^Failed to load resource: net::ERR_FAILED/
const notFound = /^Failed to load resource: .* 404 /

/** Snippets that are wrong or unlucky but still show the ad, with nothing in the console. */
const shown: (Row & { times?: number })[] = [
  { name: 'the code without its style', html: withScript('<mille-ad unit="1"></mille-ad>') },
  { name: 'the loader without type="module"', html: it => script(it, 'mille.js', '') + place },
  {
    name: 'the classic script without type="module"',
    html: it => script(it, 'ad.classic.js', '') + place
  },
  {
    name: 'a tag that closes itself',
    html: withScript('<mille-ad unit="1" /><p>The rest of the page</p>'),
    act: page => page.getByText('The rest of the page').waitFor()
  },
  { name: 'the code twice', html: it => pasted(it) + pasted(it), times: 2 },
  {
    name: 'a server with a slash at its end',
    html: it => script(it) + adOf(`unit="1" server="${it.origin}/"`)
  },
  { name: 'an ad in a shadow root', html: withScript(inShadow(place)) },
  { name: 'an ad in a shadow root, by the loader', html: withLoader(inShadow(place)) },
  { name: 'an ad in a frame without an address', html: it => inFrame(pasted(it)) },
  {
    name: 'an ad in a sandboxed frame',
    html: it => inFrame(pasted(it), 'sandbox="allow-scripts"')
  },
  { name: 'an ad in a link', html: withScript(`<a href="/">${place}</a>`) },
  { name: 'an ad in a button', html: withScript(`<button>${place}</button>`) },
  {
    name: 'an ad that the page hides at first',
    html: withScript(`<div id="tab" hidden>${place}</div>`),
    act: page => page.locator('#tab').evaluate(it => it.removeAttribute('hidden'))
  },
  {
    name: 'a lazy ad far below',
    html: withScript(`<div style="height:9000px"></div>${adOf('unit="1" lazy')}`),
    act: page => page.locator('mille-ad').scrollIntoViewIfNeeded()
  },
  {
    name: 'a page that goes to another of its pages and refreshes',
    html: pasted,
    times: 2,
    act: async page => {
      await page.locator('mille-ad .creative').waitFor()
      await page.locator('mille-ad').evaluate(it => {
        history.pushState(null, '', '/next')
        ;(it as HTMLElement & { refresh(): void }).refresh()
      })
    }
  },
  {
    name: 'a page that goes to another of its pages and does not refresh',
    html: pasted,
    act: async page => {
      await page.locator('mille-ad .creative').waitFor()
      await page.evaluate(() => history.pushState(null, '', '/next'))
    }
  },
  {
    name: 'a page that is printed',
    html: pasted,
    act: page => page.emulateMedia({ media: 'print' })
  },
  {
    name: 'a script that comes after the ad, at the end of the page',
    html: it => place + script(it)
  }
]

/** Snippets with which the element fails and says why, once, with a link. */
const failing: (Row & { reason: FailureReason; browser?: RegExp[] })[] = [
  { name: 'no unit', reason: 'unit_missing', html: withScript(adOf('size="300x250"')) },
  { name: 'an empty unit', reason: 'unit_missing', html: withScript(adOf('unit=""')) },
  {
    name: 'a unit that begins with #',
    reason: 'unit_missing',
    html: withScript(adOf('unit="#2"')),
    // As the network answers for an unknown address.
    prepare: it => it.answers.set('GET /serve/units/', { status: 404 }),
    browser: [notFound]
  },
  {
    name: 'the size of another unit',
    reason: 'no_room',
    html: withScript('<mille-ad unit="1" size="160x600"></mille-ad>'),
    prepare: drawBanner
  },
  {
    name: 'a size with ×',
    reason: 'no_room',
    html: withScript('<mille-ad unit="1" size="300×250"></mille-ad>'),
    prepare: drawBanner
  },
  {
    name: 'a size without a height',
    reason: 'no_room',
    html: withScript('<mille-ad unit="1" size="300"></mille-ad>'),
    prepare: drawBanner
  },
  {
    name: 'a place that is too small for the banner',
    reason: 'no_room',
    html: withScript(place.replace('width:300px', 'width:200px')),
    prepare: drawBanner
  },
  {
    name: 'a policy that forbids the decision',
    reason: 'blocked',
    html: pasted,
    policy: ({ origin }) => `script-src ${origin}; connect-src 'self'`,
    browser: [
      /connect-src 'self'/,
      /^Fetch API cannot load .* violates the document's Content Security Policy/
    ]
  },
  {
    name: 'a policy that forbids the picture',
    reason: 'blocked',
    html: pasted,
    policy: () => "img-src 'self'",
    prepare: drawBanner,
    browser: [/img-src 'self'/]
  },
  {
    name: 'an extension that stops the decision',
    reason: 'network',
    html: pasted,
    prepare: abort('**/serve/**'),
    browser: [notLoaded]
  },
  {
    name: 'an extension that stops the picture',
    reason: 'picture',
    html: pasted,
    prepare: async (network, page) => {
      drawBanner(network)
      await abort('**/media/**')(network, page)
    },
    browser: [notLoaded]
  },
  {
    name: 'an error page of a proxy',
    reason: 'answer',
    html: pasted,
    prepare: it => it.answers.set('GET /serve/units/1', { status: 502, body: 'Bad gateway' }),
    browser: [/^Failed to load resource: .* 502 /]
  },
  {
    name: 'a server that is not there',
    reason: 'network',
    html: withScript(adOf('unit="1" server="http://127.0.0.1:1"')),
    browser: [/ERR_UNSAFE_PORT|ERR_CONNECTION_REFUSED/]
  },
  {
    name: 'a server that is not an address',
    reason: 'server_invalid',
    html: withScript(adOf('unit="1" server="https://"'))
  }
]

/** Snippets for which the network has no ad, and the element says so. */
const empty: (Row & { reason: string; unit?: string; browser?: RegExp[] })[] = [
  {
    name: 'the number of no unit',
    reason: 'unit_unknown',
    unit: '999999',
    html: withScript(adOf('unit="999999"')),
    browser: [notFound]
  },
  {
    name: 'quotation marks of a text editor',
    reason: 'unit_unknown',
    unit: '”1”',
    html: withScript(adOf('unit=”1”')),
    browser: [notFound]
  },
  {
    name: 'the code of another site',
    reason: 'mismatched_site',
    html: pasted,
    prepare: refuse('mismatched_site')
  },
  {
    name: 'the code in a frame of another site',
    reason: 'mismatched_site',
    html: it => inFrame(pasted(it), 'sandbox="allow-scripts"'),
    prepare: refuse('mismatched_site')
  }
]

/** Snippets with which none of our code runs, and the browser's own message is about the mistake. */
const unheard: (Row & { browser: RegExp[] })[] = [
  {
    name: 'the script without type="module"',
    html: it => script(it, 'ad.js', '') + place,
    browser: [/import.* outside a module/]
  },
  {
    name: 'a script with a wrong name',
    html: it => script(it, 'ads.js') + place,
    browser: [notFound]
  },
  {
    name: 'https: for a network without it',
    html: it => pasted(it).replace('http:', 'https:'),
    browser: [/ERR_SSL_PROTOCOL_ERROR/]
  },
  {
    name: 'a network without https on a page with it',
    html: it => pasted(it).replace(it.origin, 'http://network.test'),
    address: 'https://blog.test/',
    browser: [/^Mixed Content: /]
  },
  {
    name: 'a policy that forbids the script',
    html: pasted,
    policy: () => "script-src 'self'",
    browser: [/script-src 'self'/]
  },
  {
    name: 'an extension that stops the script',
    html: pasted,
    prepare: abort('**/ad.js'),
    browser: [notLoaded]
  }
]

/** A case with what the page has to receive; `quiet` says why the console is empty although no ad is shown. */
type Case = Row & Outcome & { own?: string; quiet?: string }
const cases: Case[] = [
  ...shown.map(({ times = 1, ...row }) => ({ ...row, hears: Array(times).fill('rendered') })),
  ...failing.map(({ reason, ...row }) => ({
    ...row,
    hears: [`error ${reason}`],
    own: `shows no ad: ${words[reason]}. ${documentation}#${reason}`
  })),
  ...empty.map(({ reason, unit = '1', ...row }) => ({
    ...row,
    hears: [`empty ${reason}`],
    own: `mille-ad ${unit} is empty: ${reason}. ${documentation}#${reason === 'unit_unknown' ? reason : 'without-an-ad'}`
  })),
  ...unheard.map(row => ({ ...row, hears: [] })),
  {
    name: 'an extension that stops all but the script',
    html: pasted,
    prepare: abort(/serve|extras/),
    hears: ['error network'],
    browser: [notLoaded]
  },
  {
    name: 'the loader, whose other files an extension stops',
    html: withLoader(place),
    prepare: abort('**/ad.js'),
    hears: ['error network'],
    browser: [notLoaded]
  },
  {
    name: 'a house ad inside, where there is no campaign',
    html: withScript(place.replace('></', '>House ad</')),
    prepare: refuse('no_campaign'),
    act: page => page.getByText('House ad').waitFor(),
    hears: ['empty no_campaign'],
    quiet: 'nothing is wrong, and the publisher’s own ad is shown'
  },
  {
    name: 'an extension that hides the ad',
    html: it => `<style>mille-ad { display: none !important }</style>${pasted(it)}`,
    hears: [],
    quiet: 'a page hides ads in closed tabs and menus too, and the reader has asked for it'
  },
  {
    name: 'the iframe in another site',
    html: it => `<iframe src="${it.origin}/serve/frame/1" width="300" height="250"></iframe>`,
    prepare: it => it.answers.set('GET /serve/frame/1', { status: 403 }),
    hears: [],
    browser: [/^Failed to load resource: .* 403 /]
  }
]

for (const {
  name,
  html,
  policy,
  prepare,
  act,
  address,
  hears,
  own,
  quiet,
  browser = []
} of cases) {
  const outcome = hears.join(', ') || (quiet ? 'nothing' : 'the browser says it')
  test(`${name}: ${outcome}`, async ({ page, network, site }) => {
    const heard: string[] = []
    const said = new Set<string>()
    page.on('pageerror', it => said.add(it.message))
    page.on('console', it => said.add(it.text()))
    await page.exposeFunction('hear', (it: string) => heard.push(it))
    await page.addInitScript(() => {
      const { hear } = window as unknown as { hear: (it: string) => void }
      for (const kind of ['rendered', 'empty', 'error'])
        addEventListener(`mille-ad:${kind}`, it => {
          const { reason } = (it as CustomEvent<{ reason?: string }>).detail
          hear(kind === 'rendered' ? kind : `${kind} ${reason}`)
        })
    })
    network.decisions.set('1', textDecision('1'))
    await prepare?.(network, page)
    const content = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">
      <body><p>Words</p>${html(network)}<p>More words</p>`
    if (address)
      await page.route(address, it => it.fulfill({ contentType: 'text/html', body: content }))
    site.pages.set('/', { html: content, ...(policy && { policy: policy(network) }) })
    await page.goto(address ?? site.origin)
    await act?.(page)

    const wanted = [...browser, ...(own === undefined ? [] : [own])]
    const isWanted = (line: string) =>
      wanted.some(it => (typeof it === 'string' ? line.endsWith(it) : it.test(line)))
    await expect.poll(() => heard, { intervals }).toEqual(hears)
    if (hears.length === 0) await quietFor(300, () => expect(heard).toEqual([]))
    for (const it of wanted)
      await expect
        .poll(() => [...said], { message: String(it), intervals })
        .toContainEqual(
          typeof it === 'string' ? expect.stringContaining(it) : expect.stringMatching(it)
        )
    // No other messages, which would mislead the publisher.
    expect([...said].filter(line => !isWanted(line))).toEqual([])
    if (!hears.includes('rendered')) {
      expect(said.size > 0).toBe(quiet === undefined)
      expect(network.seen).toEqual([])
    }
  })
}
