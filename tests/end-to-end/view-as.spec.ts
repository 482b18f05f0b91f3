import { createCampaign } from '@mille/testing/campaigns.ts'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { openAccount } from './browser-account.ts'
import { call, confirmItIsYou, openAccountPage } from './page-calls.ts'
import { test } from './test.ts'

const reason = 'You asked why the campaign is not shown.'
const refusal = 'You are viewing another account: nothing can be changed.'

for (const width of [360, 1440]) {
  test(`an operator sees what a person sees, changes nothing, and the person is told: ${width} px`, async ({
    browser,
    server
  }) => {
    test.setTimeout(120_000)
    const person = await openAccount(browser, server.url)
    const { data: campaign } = await createCampaign(person.api, { link_text: 'Bread at four' })
    await server.query(`update creatives set state = 'live'`)
    await server.query(`update campaigns set state = 'active' where id = ${campaign.id}`)
    const operator = await openAccountPage(browser, server.url)
    await operator.setViewportSize({ width, height: 900 })
    const own = (await call(operator, 'GET', '/api/v1/current_user')).data.id
    await server.query(`update users set roles = '{support}' where id = ${own}`)
    await server.query(`update sessions set stepped_up_at = null where user_id = ${own}`)
    const bar = operator.getByRole('region', { name: 'Viewing another account' })

    await beginToView(operator, `${server.url}/admin/users/${person.id}`)
    for (const path of ['/overview', '/campaigns', `/campaigns/${campaign.id}`, '/finances']) {
      await operator.goto(server.url + path)
      await expect(bar.getByText(`You see what account ${person.id} sees`)).toBeVisible()
      await expect(operator.getByText('could not be loaded')).toHaveCount(0)
      await expectAccessible(operator)
      await expectNoExcess(operator, path)
    }

    await operator.goto(`${server.url}/campaigns/${campaign.id}`)
    await expect(operator.getByText('Bread at four').first()).toBeVisible()
    await operator.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(operator.getByText(refusal).first()).toBeVisible()
    const read = await person.api.campaigns.readCampaign({ id: campaign.id })
    expect(read.ok && read.value.data.attributes.state).toBe('active')
    await operator.goto(`${server.url}/settings`)
    await expect(operator.getByRole('heading', { name: 'Not shown while viewing' })).toBeVisible()

    await bar.getByRole('button', { name: 'Stop viewing' }).click()
    await expect(operator).toHaveURL(`${server.url}/admin/users/${person.id}`)
    await expect(operator.getByRole('button', { name: 'View as this person' })).toBeVisible()
    await expect(bar).toHaveCount(0)
    expect((await call(operator, 'GET', '/api/v1/current_user')).data.id).toBe(own)

    await person.page.goto(`${server.url}/notifications`)
    await expect(person.page.getByText('An operator looked at your account')).toBeVisible()
    await expect(person.page.getByText(reason)).toBeVisible()
  })
}

async function beginToView(operator: Page, url: string): Promise<void> {
  await operator.goto(url)
  await operator.getByRole('button', { name: 'View as this person' }).click()
  const dialog = operator.getByRole('dialog', { name: 'View as this person?' })
  await dialog.getByRole('button', { name: 'View account' }).click()
  await expect(dialog.getByText('Enter a reason. It is shown to the owner.')).toBeVisible()
  await expectAccessible(operator)
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'View account' }).click()
  await confirmItIsYou(operator)
  await expect(operator).toHaveURL(/\/overview$/)
}

async function expectNoExcess(page: Page, path: string): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  )
  expect(excess, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
}
