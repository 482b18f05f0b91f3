import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { expect, type Page, type Route } from 'playwright/test'
import { quietFor } from '../over-time.ts'
import { collectViolations } from './embed-page.ts'
import { open, test } from './embed-test.ts'
import { type DeliveryStandIn, errorBody } from './stand-in.ts'

const dist = new URL('../../embed/dist/', import.meta.url)
const closed = ['announcement', 'chat', 'feedback', 'login'] as const

/** Maximum size, compressed with Brotli, of everything that the page requests while there is nothing to show. */
const maxBytes = { announcement: 1000, chat: 3000, feedback: 1024, login: 1000 }

function page(network: DeliveryStandIn, script: string, body: string) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
    <script type="module" src="${network.origin}/embed/${script}"></script>
    <button id="before">Before</button>${body}<button id="after">After</button>`
}

const scriptsOf = (network: DeliveryStandIn) =>
  network.requests.map(it => it.path).filter(it => it.startsWith('/embed/'))

for (const name of closed) {
  test(`mille-${name} with nothing to show loads one file of at most ${maxBytes[name]} bytes`, async ({
    page: tab,
    network,
    site,
    problems
  }) => {
    await open(tab, site, page(network, 'v1/mille.js', `<mille-${name}></mille-${name}>`))
    await tab.waitForFunction(it => customElements.get(it), `mille-${name}`)
    if (name === 'chat') await tab.getByRole('button', { name: 'Contact us' }).waitFor()
    await tab.waitForLoadState('networkidle')
    expect(scriptsOf(network)).toEqual(['/embed/v1/mille.js', `/embed/v1/${name}.js`])
    const bytes = brotliCompressSync(await readFile(new URL(`v1/${name}.js`, dist))).length
    expect(bytes).toBeLessThanOrEqual(maxBytes[name])
    expect(problems).toEqual([])
  })
}

/** Holds all scripts that are requested from now on; `release` lets them through. */
async function holdScripts(tab: Page) {
  const held: Route[] = []
  const asked: string[] = []
  let isOpen = false
  await tab.route('**/embed/**', async route => {
    asked.push(new URL(route.request().url()).pathname)
    if (isOpen) return route.continue()
    held.push(route)
  })
  return {
    asked,
    async release() {
      isOpen = true
      for (const route of held.splice(0)) await route.continue()
    }
  }
}

test('a chat opens after one round trip for scripts, and the focus goes in and comes back', async ({
  page: tab,
  network,
  site,
  problems
}) => {
  await open(tab, site, page(network, 'v1/chat.js', '<mille-chat></mille-chat>'))
  const button = tab.getByRole('button', { name: 'Contact us' })
  await button.waitFor()
  const scripts = await holdScripts(tab)
  await tab.locator('#before').focus()
  expect(scripts.asked).toEqual([])
  await tab.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await expect.poll(() => scripts.asked.length, { timeout: 10_000 }).toBeGreaterThan(1)
  await tab.keyboard.press('Enter')
  await expect(tab.getByRole('dialog')).toHaveCount(0)
  const atOnce = [...scripts.asked]
  expect(atOnce.filter(it => /(chat-view|runtime)-/.test(it))).toHaveLength(2)
  await scripts.release()

  const dialog = tab.getByRole('dialog', { name: 'Contact us' })
  await dialog.waitFor()
  // The form for other sites is loaded once the dialog is open.
  await expect(dialog.getByLabel('Your message')).toBeFocused()
  expect(scripts.asked.filter(it => !/letter-form-/.test(it))).toEqual(atOnce)
  await tab.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await tab.keyboard.press('Tab')
  await expect(tab.locator('#after')).toBeFocused()
  expect(problems).toEqual([])
})

test('a chat that was closed again before its scripts came stays closed', async ({
  page: tab,
  network,
  site
}) => {
  await open(tab, site, page(network, 'v1/chat.js', '<mille-chat></mille-chat>'))
  await tab.getByRole('button', { name: 'Contact us' }).waitFor()
  const events = await collectEvents(tab)
  const scripts = await holdScripts(tab)
  await call(tab, 'open')
  await expect.poll(() => scripts.asked.length, { timeout: 10_000 }).toBeGreaterThan(1)
  await call(tab, 'close')
  const arrived = tab.waitForResponse(/chat-view-/)
  await scripts.release()
  await (await arrived).finished()
  await quietFor(200, async () => {
    expect(await tab.getByRole('dialog').count()).toBe(0)
    expect(await events()).toEqual([])
  })
  await call(tab, 'open')
  await tab.getByRole('dialog').waitFor()
  await expect.poll(events, { timeout: 10_000 }).toEqual(['mille-chat:opened'])
})

test('scripts that do not come: the chat says so, and each widget tells the page', async ({
  page: tab,
  network,
  site
}) => {
  network.answers.set('GET /api/v1/announce/', { status: 200, body: { id: '1', header: 'A' } })
  const violations = await collectViolations(tab)
  await tab.route(/-[\w-]{8}\.js$/, route => route.abort())
  const body = `${closed.map(it => `<mille-${it}></mille-${it}>`).join('')}`
  site.pages.set('/', { html: page(network, 'v1/mille.js', body) })
  const events = await collectEvents(tab)
  await tab.goto(`${site.origin}/`)
  await tab.getByRole('button', { name: 'Contact us' }).click()
  await expect(tab.getByRole('alert')).toHaveText(/could not be loaded/)
  await call(tab, 'open', 'mille-login', 'CREATE_ACCOUNT')
  await tab.locator('mille-feedback').evaluate(it => it.setAttribute('token', 'a.b'))
  await expect
    .poll(async () => (await events()).sort(), { timeout: 10_000 })
    .toEqual(closed.map(it => `mille-${it}:error`))
  expect(await violations()).toEqual([])
})

test('a chat of another version brings that version’s files when it opens', async ({
  page: tab,
  network,
  site,
  problems
}) => {
  const { version } = await (await fetch(`${network.origin}/embed/v1/manifest.json`)).json()
  network.requests.length = 0
  const both = page(network, `${version}/chat.js`, '<mille-chat></mille-chat>').replace(
    '<button',
    `<script type="module" src="${network.origin}/embed/v1/mille.js"></script>
     <script type="module" src="${network.origin}/embed/v1/chat.js"></script><button`
  )
  await open(tab, site, both)
  await tab.getByRole('button', { name: 'Contact us' }).click()
  await tab.getByRole('dialog').waitFor()
  const later = scriptsOf(network).filter(it => /-[\w-]{8}\.js$/.test(it))
  expect(later.length).toBeGreaterThan(1)
  expect(later.filter(it => !it.startsWith(`/embed/${version}/`))).toEqual([])
  expect(problems).toEqual([])
})

/** What a page may remove or change before any of our scripts runs. */
const patches: [name: string, patch: () => void][] = [
  ['has no fetch', () => Reflect.deleteProperty(window, 'fetch')],
  [
    'has a fetch that throws',
    () => {
      window.fetch = () => {
        throw new Error('No network here')
      }
    }
  ],
  [
    'gives every object and string a toJSON',
    () => {
      for (const { prototype } of [Object, String])
        Object.assign(prototype, { toJSON: () => 'bent' })
    }
  ],
  [
    'gives every object and list names of its own',
    () => {
      for (const { prototype } of [Object, Array])
        Object.assign(prototype, { last: () => 'bent', token: 'bent' })
    }
  ],
  [
    'freezes what all have in common',
    () => {
      for (const it of [Object, Array, Function, Promise, Node, Element, HTMLElement, EventTarget])
        Object.freeze(it.prototype)
    }
  ]
]

for (const [name, patch] of patches) {
  test(`on a page that ${name}, widgets are drawn when they can be, and throw nothing`, async ({
    page: tab,
    network
  }) => {
    const hasNetwork = !name.includes('fetch')
    const announcement = { id: '1', type: 'alarm', header: 'A', content: 'B', link: null }
    network.answers.set('GET /api/v1/announce/', { status: 200, body: announcement })
    network.answers.set('GET /api/v1/chat/configuration', errorBody(500, 'internal_error'))
    const violations = await collectViolations(tab)
    await tab.addInitScript(patch)
    const body = `<mille-announcement></mille-announcement><mille-chat></mille-chat>
      <mille-feedback token="a.b"></mille-feedback><mille-login></mille-login>`
    network.pages.set('/own', { html: page(network, 'v1/mille.js', body) })
    const events = await collectEvents(tab)
    await tab.goto(`${network.origin}/own`)
    await tab.getByRole('link', { name: 'Feedback' }).waitFor()
    await tab.getByRole('button', { name: 'Contact us' }).click()
    await tab.getByRole('dialog').getByText('could not be loaded').waitFor()
    await tab.keyboard.press('Escape')
    await call(tab, 'open', 'mille-login', 'CREATE_ACCOUNT')
    await tab.getByRole('dialog', { name: 'Create an account' }).waitFor()
    await expect
      .poll(events, { timeout: 10_000 })
      .toContain(`mille-announcement:${hasNetwork ? 'shown' : 'error'}`)
    expect(await violations()).toEqual([])
  })
}

/** Collects the names of our events, in their order. */
async function collectEvents(tab: Page): Promise<() => Promise<string[]>> {
  const collect = () => {
    const heard: string[] = []
    Object.assign(window, { heard })
    for (const widget of ['announcement', 'chat', 'feedback', 'login'])
      for (const event of ['opened', 'closed', 'shown', 'error'])
        addEventListener(`mille-${widget}:${event}`, it => heard.push(it.type))
  }
  await tab.addInitScript(collect)
  await tab.evaluate(collect)
  return () => tab.evaluate(() => (window as unknown as { heard: string[] }).heard)
}

function call(tab: Page, method: string, name = 'mille-chat', ...given: string[]) {
  return tab.locator(name).evaluate(
    async (it, [what, tag, all]) => {
      await customElements.whenDefined(tag)
      const methods = it as unknown as Record<string, (...all: string[]) => void>
      methods[what]?.(...all)
    },
    [method, name, given] as const
  )
}
