import { readFileSync } from 'node:fs'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { openAccount } from './browser-account.ts'
import { contextApi } from './context-api.ts'
import { test } from './test.ts'

let server: ServerProcess
test.beforeAll(({ server: shared }) => {
  server = shared
})
test.beforeEach(({ page }) => {
  page.on('pageerror', error => {
    throw error
  })
})

type OutboxMail = { to: string; subject: string; links: string[]; codes: string[] }

/** Returns the emails to an address, newest first, once there are at least `count`. */
async function mailsTo(address: string, count = 1): Promise<OutboxMail[]> {
  let mails: OutboxMail[] = []
  await expect
    .poll(async () => {
      const all = (await (await fetch(`${server.url}/dev/outbox.json`)).json()) as OutboxMail[]
      mails = all.filter(mail => mail.to === address)
      return mails.length
    })
    .toBeGreaterThanOrEqual(count)
  return mails
}
const codeFor = async (address: string, count = 1) =>
  (await mailsTo(address, count))[0]?.codes[0] ?? ''

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Opens a popup as a link on another site would: the popup appears, and the hash is gone. */
async function openPopup(page: Page, hash: string, title: string) {
  await page.goto(`${server.url}/marketplace`)
  await page.goto(`${server.url}/marketplace${hash}`)
  const opened = dialog(page, title)
  await expect(opened).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/marketplace`)
  return opened
}

async function signOut(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${server.url}/`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
}

test('what is typed and pressed before the scripts come is not lost', async ({ page }) => {
  let deliver = () => {}
  const delivered = new Promise<void>(resolve => {
    deliver = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async route => {
    await delivered
    await route.continue()
  })
  await page.goto(`${server.url}/user/sign_in`, { waitUntil: 'commit' })
  await page.getByLabel('Email address').fill('early@example.com')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  deliver()
  await expect(page.getByText('early@example.com')).toBeVisible()
  await mailsTo('early@example.com')
})

test('a new account by email: create, confirm by the link or the code, and it is signed in', async ({
  page
}) => {
  const email = 'ada@example.com'
  const create = await openPopup(page, '#create-account', 'Create an account')
  await expectAccessible(page)
  await create.getByRole('button', { name: 'Create account' }).click()
  await expect(create.getByText('This is not a complete email address.')).toBeVisible()
  await create.getByLabel('Email address').fill(email)
  await create.getByRole('button', { name: 'Create account' }).click()

  const confirm = dialog(page, 'Confirm your account')
  await expect(confirm.getByText(email)).toBeVisible()
  const again = confirm.getByRole('button', { name: /^Send another code \(\d+ s\)$/ })
  await expect(again).toBeDisabled()
  await expect(again).toHaveText(/5\d s\)$/)
  await expectAccessible(page)

  const [mail] = await mailsTo(email)
  const elsewhere = await page.context().newPage()
  const link = mail?.links.find(it => it.includes('/user/confirm')) ?? ''
  await elsewhere.goto(link)
  await expectAccessible(elsewhere)
  await elsewhere.getByRole('button', { name: 'Confirm' }).click()
  await expect(elsewhere.getByText('Your address is confirmed.')).toBeVisible()
  await elsewhere.goto(link)
  await elsewhere.getByRole('button', { name: 'Confirm' }).click()
  await expect(elsewhere.getByText(/no longer valid/)).toBeVisible()
  await elsewhere.close()

  await confirm.getByLabel('Access code').fill(mail?.codes[0] ?? '')
  await confirm.getByRole('button', { name: 'Sign in' }).click()
  await expect(confirm).toBeHidden()
  await expect(page.getByRole('button', { name: email })).toBeVisible()
  await signOut(page, email)
})

test('signing in by email looks the same for an address without an account', async ({ page }) => {
  for (const email of ['ada@example.com', 'nobody@example.com']) {
    const popup = await openPopup(page, '#!login-form', 'Sign in')
    await popup.getByLabel('Email address').fill(email)
    await popup.getByRole('button', { name: 'Email me a code' }).click()
    const check = dialog(page, 'Check your email')
    await expect(check).toContainText(
      `If there is an account for this address, a code is on its way to ${email}`
    )
    await check.getByLabel('Access code').fill('0000-0000-0000')
    await check.getByRole('button', { name: 'Sign in' }).click()
    await expect(check.getByText(/This code is not correct/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(check).toBeHidden()
  }
  expect((await mailsTo('nobody@example.com'))[0]?.subject).toContain('There is no Mille account')
})

test('five wrong codes end a request; another code opens the account', async ({ page }) => {
  const email = 'ada@example.com'
  const before = (await mailsTo(email)).length
  const reset = await openPopup(page, '#password-reset', 'Recover access')
  await expectAccessible(page)
  await reset.getByLabel('Email address').fill(email)
  await reset.getByRole('button', { name: 'Email me a code' }).click()
  const check = dialog(page, 'Check your email')
  const code = await codeFor(email, before + 1)
  const field = check.getByLabel('Access code')
  const enter = check.getByRole('button', { name: 'Sign in' })
  for (let guess = 0; guess < 5; guess++) {
    const answered = page.waitForResponse(it => it.url().endsWith('/user/sign_in'))
    await field.fill(`0000-0000-000${guess}`)
    await enter.click()
    expect((await answered).status()).toBe(422)
    await expect(check.getByText(/This code is not correct/)).toBeVisible()
  }
  await field.fill(code)
  await enter.click()
  await expect(check.getByText('This code has expired. Request a new one.')).toBeVisible()
  await page.keyboard.press('Escape')

  await openPopup(page, '#password-reset', 'Recover access')
  await reset.getByLabel('Email address').fill(email)
  await reset.getByRole('button', { name: 'Email me a code' }).click()
  await field.fill((await codeFor(email, before + 2)).toLowerCase().replaceAll('-', ' '))
  await enter.click()
  await expect(page.getByRole('button', { name: email })).toBeVisible()

  // Signing in by an emailed code is already a proof: the account code can be created right away, and opens the
  // account.
  await page.goto(`${server.url}/settings`)
  await expect(page.getByText('This browser')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Get a new account code' }).click()
  const question = dialog(page, 'Get a new account code?')
  await question.getByRole('button', { name: 'Get a new account code' }).click()
  const shown = dialog(page, 'Your new account code')
  const accountCode = (await shown.locator('code').textContent()) ?? ''
  expect(accountCode).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{2}$/)
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await shown.getByRole('checkbox').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toBeHidden()
  await signOut(page, email)
  const access = await openPopup(page, '#enter-access-code', 'Enter your access code')
  await access.getByLabel('Access code').fill(accountCode)
  await access.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: email })).toBeVisible()
  await signOut(page, email)
})

test('an account without a name: its code is shown once, can be saved, and is the way in', async ({
  page
}) => {
  const create = await openPopup(page, '#create-account', 'Create an account')
  await create.getByRole('button', { name: 'Continue without an email address' }).click()
  const popup = dialog(page, 'Anonymous account')
  await expectAccessible(page)
  await popup.getByRole('button', { name: 'Create anonymous account' }).click()
  const code = (await popup.locator('code').textContent()) ?? ''
  expect(code).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{2}$/)
  const goOn = popup.getByRole('button', { name: 'Done' })
  await expect(goOn).toBeDisabled()
  // Neither way of closing the popup loses the code.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(popup.getByText(/Save the code first/)).toBeVisible()
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(popup.locator('code')).toHaveText(code)
  const saving = page.waitForEvent('download')
  await popup.getByRole('button', { name: 'Save as a file' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('mille-account-code.txt')
  expect(readFileSync((await file.path()) ?? '', 'utf8')).toContain(code)
  await expectAccessible(page)
  await goOn.click()
  await expect(popup).toBeHidden()
  await page.reload()
  await expect(page.getByText(code)).toHaveCount(0)
  await signOut(page, 'Anonymous account')

  const access = await openPopup(page, '#enter-access-code', 'Enter your access code')
  await expectAccessible(page)
  await access.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(access.getByText('Enter or paste the code.')).toBeVisible()
  await access.getByLabel('Access code').fill(code)
  await access.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Anonymous account' })).toBeVisible()

  // A sensitive change asks for the account code once more.
  await page.goto(`${server.url}/settings`)
  await page.getByLabel(/^Email address/).fill('named@example.com')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = dialog(page, 'Confirm that it is you')
  await question.getByLabel('Code').fill('wrong')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByText(/This code is not correct/)).toBeVisible()
  await expectAccessible(page)
  await question.getByLabel('Code').fill(code)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/We sent a confirmation link to the new address/)).toBeVisible()
  const [mail] = await mailsTo('named@example.com')
  await page.goto(mail?.links[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Your address is confirmed.')).toBeVisible()
  await page.goto(`${server.url}/settings`)
  await expect(page.getByLabel(/^Email address/)).toHaveValue('named@example.com')
})

test('the popup over the sign-in page leads on, as the page itself does', async ({ page }) => {
  const api = contextApi(page.context(), server.url)
  const signedUp = await api.accounts.signUp({ anonymous: true })
  const code = signedUp.ok ? signedUp.value.meta.access_code : undefined
  await api.accounts.signOut()
  const start = `${server.url}/user/sign_in?return_to=/finances`
  await page.goto(start)
  await page.goto(`${start}#enter-access-code`)
  const popup = dialog(page, 'Enter your access code')
  await popup.getByLabel('Access code').fill(code ?? '')
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/finances`)
})

test('a code that was lost before it was saved is replaced by the session that was shown it', async ({
  page
}) => {
  const create = await openPopup(page, '#create-account', 'Create an account')
  await create.getByRole('button', { name: 'Continue without an email address' }).click()
  const popup = dialog(page, 'Anonymous account')
  await popup.getByRole('button', { name: 'Create anonymous account' }).click()
  const lost = (await popup.locator('code').textContent()) ?? ''
  page.once('dialog', asked => void asked.accept())
  await page.reload()
  const banner = page.getByText('You have not saved your account code')
  await expect(banner).toBeVisible()
  await expectAccessible(page)

  // The network is lost for a moment: the banner says so and stays.
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Create a new code' }).click()
  await expect(page.getByText(/could not be reached/)).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Create a new code' }).click()
  const shown = dialog(page, 'Your new account code')
  const code = (await shown.locator('code').textContent()) ?? ''
  expect(code).not.toBe(lost)
  await page.keyboard.press('Escape')
  await expect(shown.getByText(/Save it first/)).toBeVisible()
  await shown.getByRole('checkbox').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(banner).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Anonymous account' })).toBeVisible()
  await expect(banner).toBeHidden()
  await signOut(page, 'Anonymous account')
  const access = await openPopup(page, '#enter-access-code', 'Enter your access code')
  await access.getByLabel('Access code').fill(code)
  await access.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Anonymous account' })).toBeVisible()
  await expect(banner).toBeHidden()
})

test('signing out takes along what was typed, and stays in the language of the page', async ({
  browser
}) => {
  const { page } = await openAccount(browser, server.url)
  await page.goto(`${server.url}/de/marketplace/become_publisher`)
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter(it => it.startsWith('draft')))
  await page.getByRole('textbox', { name: 'Name' }).fill('Nobody else is to read this')
  await expect.poll(drafts).toContain('draft:offerDraft')
  await page.getByRole('button', { name: 'Anonymous account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${server.url}/de/`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await drafts()).toEqual([])
  await page.context().close()
})

test('a passkey is added, proves that it is the same person, and signs in', async ({ page }) => {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
  const create = await openPopup(page, '#create-account', 'Create an account')
  await create.getByRole('button', { name: 'Continue without an email address' }).click()
  const popup = dialog(page, 'Anonymous account')
  await popup.getByRole('button', { name: 'Create anonymous account' }).click()
  const code = (await popup.locator('code').textContent()) ?? ''
  await popup.getByRole('checkbox').check()
  await popup.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Anonymous account' })).toBeVisible()
  await page.goto(`${server.url}/settings`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const question = dialog(page, 'Confirm that it is you')
  await question.getByLabel('Code').fill(code)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove Passkey of/ })).toBeVisible()
  await expectAccessible(page)
  await signOut(page, 'Anonymous account')

  await openPopup(page, '#login-form', 'Sign in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Anonymous account' })).toBeVisible()

  // The proof of the sign-in is six minutes old: a passkey renews it.
  await server.query("update sessions set stepped_up_at = now() - interval '6 minutes'")
  await page.goto(`${server.url}/settings`)
  await page.getByRole('button', { name: /^Remove Passkey of/ }).click()
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await expect(page.getByText('No passkeys yet')).toBeVisible()
})
