import { expect, type Page } from 'playwright/test'
import { quietFor } from '../over-time.ts'
import { test } from './embed-test.ts'
import { type DeliveryStandIn, userDocument } from './stand-in.ts'

async function openPage(page: Page, network: DeliveryStandIn, hash = '') {
  network.pages.set('/own', {
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
      <script type="module" src="${network.origin}/embed/v1/mille.js"></script>
      <button id="opener">Open</button><mille-login></mille-login><mille-chat></mille-chat>
      <div style="height:3000px"></div></html>`
  })
  await page.goto(`${network.origin}/own?a=1${hash}`)
  await page.waitForFunction(
    () => customElements.get('mille-login') && customElements.get('mille-chat')
  )
}

const open = (page: Page, name: string) =>
  page
    .locator('mille-login')
    .evaluate((it, popup) => (it as unknown as { open: (name?: string) => void }).open(popup), name)

/** Returns where the focus is, through shadow roots: the names of the embed and of the focused element inside it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const host = document.activeElement
    const inside = host?.shadowRoot?.activeElement
    return inside ? `${host.localName} ${inside.localName}` : (host?.id ?? host?.localName)
  })

test('the focus goes into a dialog, stays there, and comes back; Esc closes', async ({
  page,
  network
}) => {
  await openPage(page, network)
  await page.locator('#opener').focus()
  await open(page, 'GET_SIGN_IN_POPUP')
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
  await expect.poll(() => focused(page)).toBe('mille-login input')
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab')
    // Between the last and the first element, the browser's own toolbar has the focus.
    expect(['mille-login input', 'mille-login button', 'mille-login dialog', 'body', '']).toContain(
      await focused(page)
    )
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => focused(page)).toBe('opener')
})

test('a code that has not been saved keeps its dialog open, on a second Esc too', async ({
  page,
  network
}) => {
  const { data } = userDocument()
  const created = { status: 201, body: { data, meta: { access_code: 'ABCD-EFGH' } } }
  network.answers.set('POST /api/v1/users', created)
  network.answers.set('GET /api/v1/current_user', { status: 200, body: userDocument() })
  network.answers.set('PUT /api/v1/user/account_code', { status: 204 })
  await openPage(page, network)
  await open(page, 'ANONYMOUS_SIGN_UP')
  await page.getByRole('button', { name: 'Create anonymous account' }).click()
  const code = page.getByText('ABCD-EFGH')
  await code.waitFor()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
  await expect(page.getByText('Save the code first')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.locator('mille-login').evaluate(it => (it as unknown as { close: () => void }).close())
  await expect(code).toBeVisible()
  await page.getByLabel('I have saved the code').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(network.requests.map(it => `${it.method} ${it.path}`)).toContain(
    'PUT /api/v1/user/account_code'
  )
})

test('the focus follows from one popup to the next', async ({ page, network }) => {
  await openPage(page, network)
  await open(page, 'GET_SIGN_IN_POPUP')
  await page.getByRole('button', { name: 'I already have a code' }).click()
  await page.getByRole('dialog', { name: 'Enter your access code' }).waitFor()
  await expect.poll(() => focused(page)).toBe('mille-login input')
  await page.getByRole('button', { name: 'Sign in by email instead' }).click()
  await page.getByRole('button', { name: 'New here? Create an account' }).click()
  await page.getByRole('button', { name: 'Continue without an email address' }).click()
  await page.getByRole('button', { name: 'Create anonymous account' }).waitFor()
  await expect.poll(() => focused(page)).toBe('mille-login button')
})

test('the page behind a dialog does not scroll, and has no style of ours', async ({
  page,
  network
}) => {
  await openPage(page, network)
  await open(page, 'CREATE_ACCOUNT')
  await page.getByRole('dialog').waitFor()
  await page.mouse.move(400, 300)
  await page.mouse.wheel(0, 600)
  await quietFor(300, async () => expect(await page.evaluate(() => scrollY)).toBe(0))
  expect(await page.evaluate(() => document.body.getAttribute('style'))).toBeNull()
})

for (const [hash, title] of [
  ['#login-form', 'Sign in'],
  ['#!login-form', 'Sign in'],
  ['#enter-access-code', 'Enter your access code'],
  ['#password-reset', 'Recover access'],
  ['#!create-account', 'Create an account'],
  ['#live-chat', 'Contact us'],
  ['#!live-chat', 'Contact us']
] as const) {
  test(`${hash} opens its dialog and is taken away, on arrival and later`, async ({
    page,
    network
  }) => {
    await openPage(page, network, hash)
    await page.getByRole('dialog', { name: title }).waitFor()
    expect(new URL(page.url())).toMatchObject({ hash: '', search: '?a=1' })
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.evaluate(it => {
      location.hash = it
    }, hash)
    await page.getByRole('dialog', { name: title }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
  })
}

test('a chat that is opened again in the moment of its closing is open', async ({
  page,
  network
}) => {
  await openPage(page, network, '#live-chat')
  await page.getByRole('dialog', { name: 'Contact us' }).waitFor()
  await page.locator('mille-chat').evaluate(async element => {
    const chat = element as HTMLElement & { open: () => void }
    chat.shadowRoot?.querySelector<HTMLElement>('.mille-close')?.click()
    // The chat has been drawn without its dialog, but the work that follows a drawing is still pending.
    while (chat.shadowRoot?.querySelector('dialog')) await Promise.resolve()
    await new Promise(requestAnimationFrame)
    chat.open()
  })
  const dialog = page.getByRole('dialog', { name: 'Contact us' })
  await dialog.waitFor()
  await quietFor(500, async () => expect(await dialog.isVisible()).toBe(true))
})

test('another hash is the page’s own', async ({ page, network }) => {
  await openPage(page, network, '#chapter-2')
  await quietFor(200, async () => {
    expect(new URL(page.url()).hash).toBe('#chapter-2')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

test('the attribute opens a popup, a name that is none opens nothing', async ({
  page,
  network,
  problems
}) => {
  await openPage(page, network)
  const login = page.locator('mille-login')
  await login.evaluate(it => it.setAttribute('popup', 'toString'))
  await quietFor(300, async () => expect(await page.getByRole('dialog').count()).toBe(0))
  await login.evaluate(it => it.setAttribute('popup', 'ANONYMOUS_SIGN_UP'))
  await page.getByRole('dialog', { name: 'Anonymous account' }).waitFor()
  expect(problems).toEqual([])
})

test('says what happens to it', async ({ page, network }) => {
  await openPage(page, network)
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    for (const name of ['opened', 'closed'])
      addEventListener(`mille-login:${name}`, event =>
        heard.push(`${name} ${(event as CustomEvent<{ popup?: string }>).detail?.popup ?? ''}`)
      )
  })
  await open(page, 'RESET_PASSWORD_POPUP')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard))
    .toEqual(['opened RESET_PASSWORD_POPUP', 'closed '])
})
