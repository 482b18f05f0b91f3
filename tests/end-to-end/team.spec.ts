import { expect } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { openAccount } from './browser-account.ts'
import { test } from './test.ts'

for (const width of [360, 1440]) {
  test(`a person accepts an invitation, sees the account, and goes back: ${width} px`, async ({
    browser,
    server
  }) => {
    test.setTimeout(120_000)
    const owner = await openAccount(browser, server.url)
    const member = await openAccount(browser, server.url)
    const names = [`owner-${width}`, `member-${width}`]
    for (const [index, { id }] of [owner, member].entries())
      await server.query(`update users set username = '${names[index]}' where id = ${id}`)
    await server.query('update sessions set stepped_up_at = now()')
    for (const { page } of [owner, member]) await page.setViewportSize({ width, height: 900 })

    await owner.page.goto(`${server.url}/settings/team`)
    await owner.page.getByLabel('Email address or name').fill(`member-${width}`)
    await owner.page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(owner.page.getByRole('button', { name: `Remove member-${width}` })).toBeVisible()
    await expectAccessible(owner.page)

    const { page } = member
    await page.goto(`${server.url}/settings/team`)
    await page.getByRole('button', { name: `Accept the invitation of owner-${width}` }).click()
    await expect(page.getByRole('button', { name: `Leave owner-${width}` })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: `member-${width}` }).click()
    await page.getByRole('menuitem', { name: `View owner-${width}` }).click()
    const bar = page.getByRole('region', { name: 'Viewing another account' })
    await expect(bar.getByText(`You see owner-${width} as a viewer`)).toBeVisible()
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'Back to your own account' }).click()
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('button', { name: `member-${width}` })).toBeVisible()

    await page.goto(`${server.url}/settings/team`)
    await page.getByRole('button', { name: `View owner-${width}` }).click()
    await expect(bar).toBeVisible()
    await owner.page.getByRole('button', { name: `Remove member-${width}` }).click()
    await owner.page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(owner.page.getByText('No one else can see your account')).toBeVisible()
    await page.goto(`${server.url}/overview`)
    await expect(page.getByRole('button', { name: `member-${width}` })).toBeVisible()
    await expect(bar).toHaveCount(0)
  })
}
