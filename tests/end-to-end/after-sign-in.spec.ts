import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { handsAndWidths } from './hands.ts'
import { mailedCode } from './sign-up.ts'
import { test } from './test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

for (const { createHands, width } of handsAndWidths) {
  const wide = width === 360 ? width : 1440
  const newPage = (page: Page) => page.setViewportSize({ width: wide, height: 900 })

  /** Opens a sign-in popup with the button that the width has, in the header or in the phone's menu. */
  const openFrom = async (page: Page, name: 'Create account' | 'Sign in') => {
    const hands = createHands(page)
    const header = page.getByRole('banner')
    if (wide === 360 && name === 'Create account')
      await hands.press(header.getByRole('button', { name: 'Menu' }))
    await hands.press(page.getByRole('button', { name, exact: true }).first())
  }

  const how = `${createHands.name}, ${wide} px`

  test(`a new account leads from the landing page to its first steps, and its code survives Esc: ${how}`, async ({
    page,
    server
  }) => {
    await newPage(page)
    const hands = createHands(page)
    await page.goto(`${server.url}/`)
    await openFrom(page, 'Create account')
    await hands.press(
      dialog(page, 'Create an account').getByRole('button', {
        name: 'Continue without an email address'
      })
    )
    const popup = dialog(page, 'Anonymous account')
    await hands.press(popup.getByRole('button', { name: 'Create anonymous account' }))
    const code = (await popup.locator('code').textContent()) ?? ''
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await expect(popup.getByText(/Save the code first/)).toBeVisible()
    await hands.press(popup.getByRole('button', { name: 'Close' }))
    await expect(popup.locator('code')).toHaveText(code)
    // The page behind does not change while the code is shown.
    await expect(page).toHaveURL(`${server.url}/`)

    await hands.choose(popup.getByLabel('I have saved the code'))
    await hands.press(popup.getByRole('button', { name: 'Done' }))
    await expect(page).toHaveURL(`${server.url}/overview`)
    await expect(page.getByText('What do you want to do first?')).toBeVisible()
    await expectAccessible(page)
  })

  test(`signing in leads from the landing page to the overview, and keeps a page inside: ${how}`, async ({
    page,
    server
  }) => {
    await newPage(page)
    const hands = createHands(page)
    const email = `${createHands.name}-${wide}@example.com`
    await page.goto(`${server.url}/`)
    await openFrom(page, 'Create account')
    await hands.type(page.getByLabel('Email address'), email)
    await hands.press(
      dialog(page, 'Create an account').getByRole('button', { name: 'Create account' })
    )
    const first = await enterCode('Confirm your account', [])
    await expect(page).toHaveURL(`${server.url}/overview`)

    await page.context().clearCookies()
    await page.goto(`${server.url}/marketplace?filter[query]=note`)
    await openFrom(page, 'Sign in')
    await hands.type(page.getByLabel('Email address'), email)
    await hands.press(page.getByRole('button', { name: 'Email me a code' }))
    const second = await enterCode('Check your email', [first])
    await expect(page.getByRole('button', { name: email })).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/marketplace?filter[query]=note`)

    await page.context().clearCookies()
    await page.goto(`${server.url}/`)
    await openFrom(page, 'Sign in')
    await hands.type(page.getByLabel('Email address'), email)
    await hands.press(page.getByRole('button', { name: 'Email me a code' }))
    await enterCode('Check your email', [first, second])
    await expect(page).toHaveURL(`${server.url}/overview`)

    async function enterCode(title: string, used: string[]): Promise<string> {
      const popup = dialog(page, title)
      await expect(popup).toBeVisible()
      const code = await mailedCode(page, server.url, email, used)
      await hands.type(popup.getByLabel('Access code'), code)
      await hands.press(popup.getByRole('button', { name: 'Sign in' }))
      await expect(popup).toBeHidden()
      return code
    }
  })
}
