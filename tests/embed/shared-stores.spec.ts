import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { open, test } from './embed-test.ts'
import { answerExchange, finishSignIn, openNetworkWindow } from './hand-off.ts'
import type { DeliveryStandIn } from './stand-in.ts'

const { version } = JSON.parse(
  await readFile(new URL('../../package.json', import.meta.url), 'utf8')
) as { version: string }

type Store = {
  get: () => { name: string } | null
  set: (value: unknown) => void
  subscribe: (listener: (value: { name: string } | null) => void) => () => void
}
type Stores = { $user: Store; $theme: Store; $locale: Store }

/**
 * The login widget comes from the current build and the other widgets from the pinned version, so there are two copies
 * of everything, including nanostores.
 */
const html = (network: DeliveryStandIn) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
    <script type="module" src="${network.origin}/embed/v1/login.js"></script>
    <script type="module" src="${network.origin}/embed/${version}/feedback.js"></script>
    <script type="module" src="${network.origin}/embed/${version}/marketplace.js"></script>
    <mille-login></mille-login><mille-feedback></mille-feedback><mille-marketplace></mille-marketplace>`

test('bundles of two builds and the page itself follow one signing in and out', async ({
  page,
  network,
  site,
  problems
}) => {
  answerExchange(network)
  network.answers.set('OPTIONS /api/v1/user/widget_session', { status: 204 })
  network.answers.set('DELETE /api/v1/user/widget_session', { status: 204 })
  await open(page, site, html(network))
  await page.waitForFunction(() => customElements.get('mille-feedback'))
  await page.evaluate(() => {
    const key = Symbol.for('mille') as never
    const { stores } = window[key] as unknown as { stores: Stores }
    const names: (string | null)[] = []
    Object.assign(window, { names })
    stores.$user.subscribe(user => names.push(user?.name ?? null))
    // An error thrown by the page's own code is not an error of the widget.
    stores.$user.subscribe(user => {
      if (user) throw new Error('The page’s own')
    })
  })
  const opened = await openNetworkWindow(page, network)
  await finishSignIn(opened, site.origin)
  await expect(page.locator('mille-feedback a')).toHaveAttribute('href', /suggestions/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const runtimes = network.requests.map(it => it.path).filter(it => it.includes('runtime-'))
  expect(new Set(runtimes.map(it => it.split('/')[2]))).toEqual(new Set(['v1', version]))

  const isSignedOut = await page.evaluate(() =>
    (document.querySelector('mille-login') as never as { signOut(): Promise<boolean> }).signOut()
  )
  expect(isSignedOut).toBe(true)
  await expect(page.locator('mille-feedback a')).toHaveCount(0)
  const names = await page.evaluate(() => (window as never as { names: string[] }).names)
  expect(names).toEqual([null, 'ada', null])
  expect(problems.filter(it => !it.includes('The page’s own'))).toEqual([])
})

test('a page signs a user in by itself, and chooses the theme of all', async ({
  page,
  network,
  site
}) => {
  await open(page, site, html(network))
  await page.waitForFunction(() => customElements.get('mille-feedback'))
  await page.evaluate(() => {
    const { stores } = window[Symbol.for('mille') as never] as unknown as { stores: Stores }
    stores.$user.set({ id: '7', name: 'ada', feedbackUrl: 'https://network.example/board' })
    stores.$theme.set('dark')
  })
  await expect(page.locator('mille-feedback a')).toHaveAttribute(
    'href',
    'https://network.example/board'
  )
  const scheme = (name: string) =>
    page.locator(name).evaluate(it => getComputedStyle(it).colorScheme)
  expect(await scheme('mille-marketplace')).toBe('dark')
  expect(await scheme('mille-feedback')).toBe('dark')
})
