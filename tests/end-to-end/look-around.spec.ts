import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { demoChain, openAs } from './demo-people.ts'
import { test } from './test.ts'

let server: ServerProcess
test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = await startServerProcess({ DEMO: 'true', LOOK_AROUND: 'true', ...demoChain })
})
test.afterAll(() => server?.dispose())

const people = [
  { role: 'advertiser', name: 'demo-advertiser', pages: ['/overview', '/campaigns', '/finances'] },
  { role: 'publisher', name: 'halfpenny', pages: ['/overview', '/ad-units', '/reports'] },
  {
    role: 'operator',
    name: 'demo-operator',
    pages: ['/admin', '/admin/creatives', '/admin/health']
  }
]
const refusal = 'This is a demonstration: nothing can be changed.'

async function lookAround(page: Page, from: string, role: string): Promise<void> {
  await page.goto(server.url + from)
  await expectAccessible(page)
  await page.getByRole('button', { name: new RegExp(`^Look around as an? ${role}$`) }).click()
  await expect(page).toHaveURL(/\/(overview|admin)$/)
}

for (const width of [360, 1440]) {
  test(`a visitor looks around as each of the three and then creates an account: ${width} px`, async ({
    browser
  }) => {
    test.setTimeout(300_000)
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    const from = { advertiser: '/ad-solutions', publisher: '/publishers', operator: '/' }
    for (const { role, name, pages } of people) {
      await context.clearCookies()
      await lookAround(page, from[role as keyof typeof from], role)
      for (const path of pages) {
        await page.goto(server.url + path)
        await expect(page.getByText(`You are looking around as the ${role} ${name}`)).toBeVisible()
        await expect(page.getByText('could not be loaded')).toHaveCount(0)
        await expectAccessible(page)
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth
        )
        expect(excess, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
      }
    }
    await page.getByRole('button', { name: 'See it as an advertiser' }).click()
    await expect(page.getByText('as the advertiser demo-advertiser')).toBeVisible()
    await page.getByRole('button', { name: 'Create your own account' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Email address')).toBeVisible()
    await expect(page.getByText('You are looking around')).toHaveCount(0)
    expect((await context.cookies()).map(it => it.name)).not.toContain('session')
    await context.close()
  })
}

test('a form that is refused keeps what was typed', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await lookAround(page, '/', 'publisher')
  await page.goto(`${server.url}/suggestions`)
  await page.getByRole('button', { name: 'New suggestion' }).click()
  await page.getByLabel('Title').fill('Ads in my own colors')
  await page.getByRole('button', { name: 'Submit suggestion' }).click()
  await expect(page.getByText(refusal).last()).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Ads in my own colors')
  await context.close()
})

test('a hidden page says why, and a campaign is refused without a question about the access code', async ({
  page
}) => {
  await lookAround(page, '/ad-solutions', 'advertiser')
  await page.goto(`${server.url}/settings`)
  await expect(page.getByRole('heading', { name: 'Not in this demonstration' })).toBeVisible()
  await expect(page.getByText(/^This is not shown in a demonstration, because it/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${server.url}/campaigns/quick`)
  for (const [label, text] of [
    ['Link', 'https://bread.example/'],
    ['Headline', 'Bread'],
    ['Text', 'Baked at four.'],
    ['Daily budget', '0.002']
  ] as const)
    await page.getByRole('textbox', { name: label, exact: true }).fill(text)
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByText(refusal).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Headline' })).toHaveValue('Bread')
})

test('a person with an own account is not offered to look around', async ({ browser }) => {
  const page = await openAs(browser, server, 'advertiser')
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Look around/ })).toHaveCount(0)
})

test('a network that is not a demonstration shows nothing of it', async ({
  browser,
  server: usual
}) => {
  const page = await browser.newPage()
  for (const path of ['/', '/ad-solutions', '/publishers']) {
    await page.goto(usual.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/look around/i)).toHaveCount(0)
  }
})
