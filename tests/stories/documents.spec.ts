import { expect, type Page } from 'playwright/test'
import { test } from './storybook.ts'

async function openDocument(page: Page, storybook: string, id: string) {
  await page.goto(`${storybook}/iframe.html?id=${id}--docs&viewMode=docs`)
  await page.locator('.sbdocs-content h1').waitFor({ timeout: 60_000 })
}

/** Scrolls through the page: stories in their own frames are drawn when they come into view. */
async function scrollThrough(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 600) {
    await page.mouse.wheel(0, 600)
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)))
  }
}

for (const id of ['foundations-tokens', 'components-button', 'components-notice']) {
  test(`the document ${id} is laid out and colored as the reader’s own, whatever its stories are`, async ({
    page,
    storybook
  }) => {
    await openDocument(page, storybook, id)
    // The last stories of this document are dark and right to left.
    await page.locator('[dir=rtl]').first().waitFor()
    const root = await page.evaluate(() => ({
      direction: getComputedStyle(document.documentElement).direction,
      theme: document.documentElement.dataset.theme
    }))
    expect(root).toEqual({ direction: 'ltr', theme: undefined })
    await expect(page.locator('[dir=rtl]').first()).toHaveCSS('direction', 'rtl')
  })
}

test('each story of a widget’s document has a network of its own', async ({ page, storybook }) => {
  test.setTimeout(240_000)
  await openDocument(page, storybook, 'widgets-marketplace')
  await scrollThrough(page)
  const storyOf = (name: string) =>
    page.frameLocator(`iframe[id$="widgets-marketplace--${name}"]`).first()
  const slow = { timeout: 60_000 }
  await expect(
    storyOf('playground')
      .getByText(/Block Letter/)
      .first()
  ).toBeVisible(slow)
  await expect(storyOf('loading').locator('[aria-busy=true]').first()).toBeVisible(slow)
  await expect(storyOf('empty').getByText('No offers yet')).toBeVisible(slow)
  // The story 'failed' is not used, because its play test tries again immediately.
  await expect(storyOf('offline').getByText(/could not be loaded/)).toBeVisible(slow)
})

test('a widget’s document has the code to copy and what its element can do', async ({
  page,
  storybook
}) => {
  await openDocument(page, storybook, 'widgets-ad')
  const code = page.locator('pre')
  await expect(code.filter({ hasText: '<mille-ad unit="12" size="300x250"' }).first()).toBeVisible()
  await expect(
    code.filter({ hasText: "import { MilleAd } from '@mille/embed/react'" })
  ).toBeVisible()
  for (const name of ['sticky-side', 'mille-ad:viewable', 'refresh()'])
    await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
  await page.getByText('Show code', { exact: true }).first().click()
  // The code is what a publisher pastes, not the story's own components.
  await expect(page.locator('.sbdocs-preview pre').first()).toContainText('<mille-ad unit="12"')
})

test('the code of a component has its name, which the build may not shorten', async ({
  page,
  storybook
}) => {
  await openDocument(page, storybook, 'components-button')
  await page.getByText('Show code', { exact: true }).first().click()
  await expect(page.locator('.sbdocs-preview pre').first()).toContainText(
    /<Button onClick=\{\(\) => \{\}\}>\s*Create campaign/
  )
})

test('the introduction shows each widget on a page, and its code', async ({ page, storybook }) => {
  test.setTimeout(240_000)
  await openDocument(page, storybook, 'start-here-introduction')
  await scrollThrough(page)
  const drawn = {
    ad: 'a',
    marketplace: 'a',
    announcement: 'section',
    login: 'dialog',
    chat: 'button',
    feedback: 'a'
  }
  for (const [name, part] of Object.entries(drawn)) {
    const host = page.frameLocator(`iframe[title^="mille-${name} "]`).frameLocator('iframe')
    await expect(host.locator(`mille-${name} ${part}`).first(), name).toBeVisible({
      timeout: 60_000
    })
    await expect(
      page
        .locator('pre')
        .filter({ hasText: `<mille-${name}` })
        .first()
    ).toBeVisible()
  }
})
