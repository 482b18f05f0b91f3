import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { keyboard } from './hands.ts'
import { test } from './test.ts'

let server: ServerProcess
test.beforeAll(async () => {
  server = await startServerProcess()
})
test.afterAll(() => server?.dispose())

const publish = (kind: 'terms' | 'privacy', version: number) =>
  server.query(`
    insert into legal_pages (kind, version, text, tree, published_by, published_at)
    select '${kind}', ${version}, 'Some rules.', '[]', min(id), now() from users`)
const consents = () =>
  server.query(`
    select kind, version from legal_consents
    where user_id = (select max(id) from users) order by kind, version`)
const agreement = (page: Page) => page.getByText('By creating an account, you agree to')

/** Creates an account without an email address from the sign-up form that is open, with the keyboard only. */
async function createAccount(page: Page, isAsked: boolean): Promise<void> {
  const hands = keyboard(page)
  await hands.press(page.getByRole('button', { name: 'Continue without an email address' }))
  await expect(agreement(page)).toHaveCount(isAsked ? 1 : 0)
  await hands.press(page.getByRole('button', { name: 'Create anonymous account' }))
  await hands.choose(page.getByLabel('I have saved the code'))
  await hands.press(page.getByRole('button', { name: 'Done' }))
  await expect(page).toHaveURL(`${server.url}/overview`)
}

/** Publishes both pages again, and agrees to them with one button. */
async function agreeToBoth(page: Page): Promise<void> {
  await page.reload()
  await expect(page.getByText('Needs attention')).toBeVisible()
  const agree = page.getByRole('button', { name: /^I agree/ })
  await expect(agree).toHaveCount(0)
  await publish('terms', 3)
  await publish('privacy', 2)
  await page.reload()
  await expect(agree).toHaveText(['I agree to both'])
  await expectAccessible(page)
  await keyboard(page).press(agree)
  await expect(agree).toHaveCount(0)
  expect(await consents()).toEqual([
    ...[1, 2].map(version => ({ kind: 'privacy', version })),
    ...[1, 2, 3].map(version => ({ kind: 'terms', version }))
  ])
}

test('signing up agrees to the terms that are shown, and a change asks once: keyboard, 360 px', async ({
  page,
  browser
}) => {
  test.setTimeout(120_000)
  const form = `${server.url}/user/sign_in?popup=CREATE_ACCOUNT`
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto(form)
  await expect(page.getByLabel('Email address')).toBeVisible()
  await expect(agreement(page)).toHaveCount(0)
  await createAccount(page, false)
  await expect(page.getByRole('button', { name: /^I agree/ })).toHaveCount(0)
  expect(await consents()).toEqual([])

  await publish('terms', 1)
  await publish('privacy', 1)
  const context = await browser.newContext({ viewport: { width: 360, height: 900 } })
  const other = await context.newPage()
  await other.goto(form)
  await expect(agreement(other)).toHaveText(
    'By creating an account, you agree to the terms of service and the privacy policy.'
  )
  await expectAccessible(other)
  await other.getByLabel('Email address').focus()
  for (const name of ['terms of service', 'privacy policy']) {
    await other.keyboard.press('Tab')
    await expect(other.getByRole('link', { name })).toBeFocused()
  }
  await other.keyboard.press('Tab')
  await expect(other.getByRole('button', { name: 'Create account' })).toBeFocused()
  // The terms that are published while the form is open are not what the person has read.
  await publish('terms', 2)
  await createAccount(other, true)
  const first = [
    { kind: 'privacy', version: 1 },
    { kind: 'terms', version: 1 }
  ]
  expect(await consents()).toEqual(first)

  const agree = other.getByRole('button', { name: 'I agree to the terms' })
  await expect(other.getByText(/^Terms of service changed on .* Read them\./)).toBeVisible()
  await expectAccessible(other)
  await keyboard(other).press(agree)
  await expect(agree).toHaveCount(0)
  expect(await consents()).toEqual([...first, { kind: 'terms', version: 2 }])
  await agreeToBoth(other)
  await context.close()
})
