import { expect, type Page } from 'playwright/test'
import { quietFor } from '../over-time.ts'
import { open, test } from './embed-test.ts'
import { answerExchange, code, exchange, finishSignIn, openNetworkWindow } from './hand-off.ts'
import { type DeliveryStandIn, HostSite } from './stand-in.ts'

const exchanges = (network: DeliveryStandIn) =>
  network.requests.filter(it => `${it.method} ${it.path}` === exchange).length

/** Starts signing in. The widget waits for the network's window, whose messages the test then sends. */
async function startSignIn(page: Page, network: DeliveryStandIn): Promise<Page> {
  await page.addInitScript(() => {
    const uncaught: string[] = []
    Object.assign(window, { uncaught })
    addEventListener('error', event => uncaught.push(event.message))
    addEventListener('unhandledrejection', event => uncaught.push(String(event.reason)))
  })
  const site = new URL(page.url()).origin
  await page.goto(`${site}/`)
  return openNetworkWindow(page, network)
}

const html = (network: DeliveryStandIn, more = '') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
    <script type="module" src="${network.origin}/embed/v1/mille.js"></script>
    <mille-login></mille-login><mille-feedback></mille-feedback><mille-chat></mille-chat>${more}`

const uncaught = (page: Page) =>
  page.evaluate(() => (window as unknown as { uncaught: string[] }).uncaught)

test('signs in by a window of the network’s, and every widget knows', async ({
  page,
  network,
  site
}) => {
  answerExchange(network)
  await open(page, site, html(network))
  const opened = await startSignIn(page, network)
  const { searchParams } = new URL(opened.url())
  expect(Object.fromEntries(searchParams)).toEqual({
    handoff: site.origin,
    popup: 'GET_SIGN_IN_POPUP'
  })
  const challenge = await finishSignIn(opened, site.origin)
  expect(challenge).toEqual({
    origin: site.origin,
    data: { type: 'mille-handoff-challenge', challenge: expect.stringMatching(/^[\w-]{43}$/) }
  })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('mille-feedback a')).toHaveAttribute('href', /suggestions/)
  expect(exchanges(network)).toBe(1)
  expect(network.requests.filter(it => it.cookie)).toEqual([])
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
})

test('reports a window that is closed, and one that is blocked', async ({
  page,
  network,
  site
}) => {
  await open(page, site, html(network))
  const opened = await startSignIn(page, network)
  await opened.close()
  await page.getByText('The window was closed before you were signed in.').waitFor()
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: /^Continue at/ }).click()
  await page.getByText('The window could not be opened.').waitFor()
})

test('of 1,000 made-up messages and those of a forging frame none is taken, and none is uncaught', async ({
  page,
  network,
  site
}) => {
  answerExchange(network)
  const forger = new HostSite()
  await forger.start()
  forger.pages.set('/', {
    html: `<!doctype html><title>Forger</title><script>
      const send = (message, origin = '*') => parent.postMessage(message, origin)
      send({ type: 'mille-handoff-ready' })
      send({ type: 'mille-handoff-code', code: '${code}' })
      addEventListener('message', ({ data }) => { if (data === 'again') for (let i = 0; i < 100; i += 1)
        send({ type: 'mille-handoff-code', code: '${code}', origin: '${network.origin}', source: null }) })
    </script>`
  })
  const frame = `<iframe src="${forger.origin}/" title="Forger"></iframe>`
  await open(page, site, html(network, frame))
  const opened = await startSignIn(page, network)

  // The seed is fixed, so that a failure can be reproduced.
  await page.evaluate(value => {
    let seed = 20_261
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const types = [
      'mille-handoff-ready',
      'mille-handoff-challenge',
      'mille-handoff-code',
      '__proto__',
      'toString',
      ''
    ]
    const values = [
      null,
      undefined,
      0,
      Number.NaN,
      true,
      '',
      value,
      value.slice(1),
      `${value}=`,
      [],
      {},
      [value],
      { code: value },
      new Map([['code', value]]),
      new Date(0),
      /x/,
      new ArrayBuffer(8),
      new Error('x'),
      1n
    ]
    const pick = <Item>(all: Item[]) => all[random(all.length)] as Item
    for (let index = 0; index < 1_000; index += 1) {
      const message =
        index % 3 === 0
          ? pick(values as unknown[])
          : {
              type: pick(types),
              code: pick(values as unknown[]),
              challenge: pick(values as unknown[])
            }
      window.postMessage(message, '*')
      if (index % 10 === 0) {
        // A forged message that claims to come from the right origin.
        const { origin } = new URL(
          document.querySelector<HTMLScriptElement>('script[src]')?.src ?? ''
        )
        dispatchEvent(
          new MessageEvent('message', { data: { type: 'mille-handoff-code', code: value }, origin })
        )
      }
    }
    document.querySelector('iframe')?.contentWindow?.postMessage('again', '*')
  }, code)
  // The right window sends wrong messages.
  await opened.evaluate(
    ([origin, value]) => {
      for (const data of [
        null,
        1,
        'x',
        [],
        {},
        { type: 'mille-handoff-code' },
        { type: 'mille-handoff-code', code: `${value}x` },
        { type: 'mille-handoff-code', code: { toString: 1 } },
        { type: 'mille-handoff-challenge', challenge: value }
      ])
        window.opener.postMessage(data, origin)
    },
    [site.origin, code] as const
  )
  await quietFor(500, () => expect(exchanges(network)).toBe(0))
  expect(await uncaught(page)).toEqual([])
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('mille-feedback a')).toHaveCount(0)

  // The window is at another origin now, so its messages are not the network's.
  await opened.goto(`${forger.origin}/`)
  await opened.evaluate(
    ([value]) => window.opener?.postMessage({ type: 'mille-handoff-code', code: value }, '*'),
    [code] as const
  )
  await quietFor(200, () => expect(exchanges(network)).toBe(0))
  await forger.stop()
})
