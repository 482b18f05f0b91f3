import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { slice } from '@mille/testing/slice.ts'
import { type Browser, expect, type Page } from 'playwright/test'
import { type Hands, handsAndWidths, mouse } from './hands.ts'
import { type PublisherPage, startPublisherPage } from './publisher-page.ts'
import { test } from './test.ts'
import { continueOf, goOn, goThrough } from './wizard-steps.ts'

let server: ServerProcess
let site: PublisherPage
let operator: Page

test.beforeAll(async ({ browser }) => {
  // Every campaign requires a proof of work, which the wizard does by itself.
  server = await startServerProcess({ CAMPAIGNS_WITHOUT_CAPTCHA: '0' })
  site = await startPublisherPage()
  operator = await newPage(browser, 1280)
  await operator.goto(`${server.url}/#create-account`)
  await signUp(operator, mouse(operator))
  await server.query(`update users set roles = '{admin}'`)
  await offer('banner_size:728x90', false)
  await offer('category:102', false)
  // Adds something to choose: a verified site of the operator's with an ad unit.
  await server.query(`with site as (insert into sites (user_id, domain_name, origin, state, language, verification_token, verified_at, created_at)
    select id, 'gazette.example', 'https://gazette.example', 'verified', 'en', 't', now(), now() from users returning id, user_id),
      subject as (insert into site_categories select id, 102 from site)
    insert into ad_units (user_id, site_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions, settings, created_at)
    select user_id, id, 'site', 'Top', 'https://gazette.example/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', now() from site`)
})
test.afterAll(async () => {
  await site.stop()
  await server.dispose()
})

/** One of the four combinations in `npm test`, all of them in `npm run prove`. */
for (const { width, createHands } of slice(handsAndWidths, 4)) {
  const how = `${createHands.name}, ${width} px`

  test(`a campaign from an anonymous visitor to running, and edited: ${how}`, async ({
    browser
  }) => {
    const page = await newPage(browser, width)
    const hands = createHands(page)
    const headline = `Bread by ${how}`
    await writeCampaign(page, hands, headline)
    await sendCampaign(page, hands)
    await makeCampaignRun(page, hands, headline)
    await editCampaign(page, hands)
    await page.context().close()
  })

  test(`an ad unit from an anonymous visitor to showing ads, and changed: ${how}`, async ({
    browser
  }) => {
    const page = await newPage(browser, width)
    const hands = createHands(page)
    await describeUnit(page, hands)
    await createUnit(page, hands)
    await proveSite(page, hands)
    await changeSite(page, hands)
    await changeFallback(page, hands)
    await server.query(`update sites set state = 'rejected' where domain_name like 'localhost%'`)
    await page.context().close()
  })
}

const campaignName = 'Autumn, docs sites'

/** Types the words, reloads in the middle, loses the network in the middle, and chooses a site. */
async function writeCampaign(page: Page, hands: Hands, headline: string): Promise<void> {
  await page.goto(`${server.url}/campaigns/new/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await hands.press(continueOf(page))
  await expect(page.getByText('Headline must not be empty.').first()).toBeVisible()
  await hands.type(page.getByRole('textbox', { name: /^Name/ }), campaignName)
  await hands.type(page.getByLabel('Headline'), headline)
  await hands.type(page.getByRole('textbox', { name: 'Text' }), 'Baked at four, yours at seven.')
  await hands.type(page.getByRole('textbox', { name: 'Link' }), 'bread.example/welcome')
  await hands.choose(page.getByRole('checkbox', { name: 'Add UTM parameters' }))
  await expect(
    page.getByText(
      `https://bread.example/welcome?utm_source=${new URL(server.url).hostname}&utm_medium=display`
    )
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Test the link' })).toBeVisible()
  const sells = page.getByRole('combobox', { name: 'What it sells' })
  await expect(sells).toHaveText('Not said')
  await hands.press(sells)
  await page.getByRole('combobox', { name: 'Search categories' }).pressSequentially('shop')
  await page.keyboard.press('Enter')
  await expect(sells).toHaveText('Shops')
  await goOn(page, hands)
  await expect(page.getByText('Banners are optional').first()).toBeVisible()
  await expect(page.getByText(/^Sizes: 120(?!.*728)/)).toBeVisible()

  await page.reload()
  await expect(page.getByText('Banners are optional').first()).toBeVisible()
  await hands.press(page.getByRole('link', { name: 'Back' }))
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue(campaignName)
  await expect(page.getByLabel('Headline')).toHaveValue(headline)
  await expect(sells).toHaveText('Shops')
  await goOn(page, hands)
  await goOn(page, hands)
  await expect(page.getByText('There are too few views here for a forecast')).toBeVisible()
  await hands.type(page.getByLabel('Daily budget'), '0.001')

  await page.context().setOffline(true)
  await hands.press(continueOf(page))
  await expect(page.getByText('The server could not be reached').first()).toBeVisible()
  await page.context().setOffline(false)
  // A part whose request has failed waits for a press of "Try again"; a part whose code was not loaded requests it by
  // itself once the network is back.
  const again = page.getByRole('button', { name: 'Try again' })
  const select = page.getByRole('button', { name: 'Select gazette.example' })
  await expect(async () => {
    if (!(await select.isVisible())) await again.first().click({ timeout: 500 })
    await expect(select).toBeVisible({ timeout: 1000 })
  }).toPass()
  await hands.press(select)
  await expect(page.getByRole('list', { name: 'Runs only on' })).toContainText('gazette.example')
  // A category that is no longer offered but that a site has: it can only be blocked.
  await page.getByRole('tab', { name: 'Categories' }).click()
  const panel = page.getByRole('tabpanel')
  const block = panel.getByRole('button', { name: 'Block Adult' })
  await expect(async () => {
    if (!(await block.isVisible())) {
      await panel.getByRole('button', { name: 'Try again' }).click({ timeout: 500 })
    }
    await expect(block).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Select Adult' })).toHaveCount(0)
  await chooseKeywords(page, hands)
  await limitShare(page, hands)
  await goOn(page, hands)
  await expect(page.getByText('gazette.example')).toBeVisible()
  await expect(page.getByText('bakery, bread*; but not casino')).toBeVisible()
  await expect(page.getByText('25%')).toBeVisible()
  await expect(page.getByText('Shops', { exact: true })).toBeVisible()
}

/** A refused keyword stays in its field with the reason. What is still in a field when the step is left is added. */
async function chooseKeywords(page: Page, hands: Hands): Promise<void> {
  const include = page.getByRole('textbox', { name: 'Keywords to include' })
  await hands.type(include, 'sour dough')
  await hands.press(continueOf(page))
  await expect(page.getByText('Please change “sour dough”').first()).toBeVisible()
  await expect(include).toHaveValue('sour dough')
  await expect(include).toHaveAccessibleDescription(/must be single words.*“sour dough”/)
  await hands.type(include, 'Bakery, bread*')
  await hands.press(page.getByRole('button', { name: 'Add to include' }))
  const added = page.getByRole('list', { name: 'Keywords to include' }).getByRole('listitem')
  await expect(added).toHaveText(['bakery', 'bread*'])
  await hands.type(page.getByRole('textbox', { name: 'Keywords to exclude' }), 'Casino')
}

/** A share that cannot be is refused at its field. */
async function limitShare(page: Page, hands: Hands): Promise<void> {
  const share = page.getByRole('textbox', { name: 'Maximum share of one site' })
  await hands.type(share, '250')
  await hands.press(continueOf(page))
  await expect(share).toHaveAccessibleDescription(/must be a whole number from 1 to 100/)
  await hands.type(share, '25%')
  await expect(share).toHaveValue('25')
}

/** Signs up on the way, enters the code when it is requested, and sends again what a failing server refused. */
async function sendCampaign(page: Page, hands: Hands): Promise<void> {
  const send = page.getByRole('button', { name: 'Submit for review' })
  await hands.press(send)
  const code = await signUp(page, hands)
  let isBroken = true
  await page.route('**/api/v1/campaigns', (route, request) => {
    if (request.method() !== 'POST' || !isBroken) return route.fallback()
    isBroken = false
    return route.fulfill({ status: 500, json: { errors: [] } })
  })
  await hands.press(send)
  const question = page.getByRole('dialog', { name: 'Have you saved your access code?' })
  await hands.type(question.getByLabel('Access code'), code)
  await hands.press(question.getByRole('button', { name: 'Confirm and submit' }))
  await expect(page.getByText('Something went wrong on our side').first()).toBeVisible()
  await hands.press(send)
  // The proof of work takes longer on a machine that is busy with other tests.
  await expect(page).toHaveURL(/\/campaigns\/\d+/, { timeout: 30_000 })
  await expect(page.getByText('Your campaign is in review').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: campaignName })).toBeVisible()
  const id = new URL(page.url()).pathname.split('/')[2]
  const [saved] = await server.query(
    `select included_keywords, excluded_keywords, site_share_percent
      from campaigns join campaign_terms on campaign_id = campaigns.id where campaigns.id = ${id}`
  )
  expect(saved).toEqual({
    included_keywords: ['bakery', 'bread*'],
    excluded_keywords: ['casino'],
    site_share_percent: 25
  })
}

async function makeCampaignRun(page: Page, hands: Hands, headline: string): Promise<void> {
  await operator.goto(`${server.url}/admin/creatives`)
  await expect(operator.getByText(headline).first()).toBeVisible()
  // Campaigns that earlier tests have edited also await review on this page.
  const card = operator.locator('section', { hasText: headline })
  await card.getByRole('button', { name: 'Approve' }).first().click()
  await expect(operator.getByText(headline)).toHaveCount(0)
  const id = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/current_user')
    return ((await answer.json()) as { data: { id: string } }).data.id
  })
  const credit = await server.mille('credit', id, '0.01', 'BTC', '--reason', 'A test')
  expect(credit, credit.stderr).toMatchObject({ code: 0 })
  await page.reload()
  await hands.type(page.getByLabel('Amount'), '0.005')
  await hands.press(page.getByRole('button', { name: 'Add funds' }))
  await expect(page.getByText('Running').first()).toBeVisible()
}

/** Edits the campaign: an error from the server is shown at its field, on its step. */
async function editCampaign(page: Page, hands: Hands): Promise<void> {
  await hands.press(page.getByRole('link', { name: 'Edit', exact: true }))
  await hands.type(page.getByRole('textbox', { name: 'Link' }), 'https://bread.example/other')
  await goThrough(page, hands, campaignStepNames)
  let isRefused = true
  await page.route('**/api/v1/campaigns/*', (route, request) => {
    if (request.method() !== 'PATCH' || !isRefused) return route.fallback()
    isRefused = false
    const source = { pointer: '/data/attributes/creative_link' }
    const error = { status: '422', code: 'invalid', title: '', detail: 'leads nowhere', source }
    return route.fulfill({ status: 422, json: { errors: [error] } })
  })
  const save = page.getByRole('button', { name: 'Save campaign' })
  await hands.press(save)
  const link = page.getByRole('textbox', { name: 'Link' })
  await expect(link).toHaveAccessibleDescription(/leads nowhere/)
  await hands.type(link, 'https://bread.example/third')
  await goThrough(page, hands, campaignStepNames)
  await hands.press(save)
  await expect(page.getByText('Campaign saved')).toBeVisible()
  await expect(page.getByText('https://bread.example/third')).toBeVisible()
}

/** Describes an ad unit in the specified order, with a reload in the middle. */
async function describeUnit(page: Page, hands: Hands): Promise<void> {
  await page.goto(`${server.url}/ad-units/new/`)
  await hands.type(page.getByLabel('Page URL'), site.url)
  await hands.press(continueOf(page))
  await expect(page.getByText('The page can be reached')).toBeVisible()
  await goOn(page, hands)
  await hands.choose(page.getByRole('radio', { name: /^Wide screens/ }))
  await goOn(page, hands)
  await expect(page.getByRole('radio', { name: '728 × 90' })).toHaveCount(0)
  const preview = page.getByRole('complementary').filter({ hasText: 'Preview' })
  await hands.choose(page.getByRole('radio', { name: '300 × 250' }))
  await expect(preview.locator('figcaption')).toContainText('300 × 250')
  await expect(preview.locator('.ad')).toContainText('A book that pays for itself')
  await goOn(page, hands)
  await expect(page.getByRole('checkbox', { name: /^Gambling/ })).toBeAttached()
  await page.reload()
  await hands.choose(page.getByRole('checkbox', { name: /^Gambling/ }))
  await goOn(page, hands)
  await hands.choose(page.getByRole('radio', { name: /^Text only/ }))
  await goOn(page, hands)
  await hands.type(page.getByLabel('Estimated monthly views'), '20,000')
  await goOn(page, hands)
  await hands.choose(page.getByRole('checkbox', { name: 'Blogs' }))
  await expect(page.getByRole('checkbox', { name: 'Adult' })).toHaveCount(0)
  await page.context().setOffline(true)
  await hands.press(continueOf(page))
  await expect(page.getByText('The server could not be reached').first()).toBeVisible()
  await page.context().setOffline(false)
  await hands.press(page.getByRole('button', { name: 'Try again' }).first())
  await expect(page.getByText(/not enough data for an estimate yet/)).toBeVisible()
  await expect(page.getByText('300 × 250')).toBeVisible()
}

async function createUnit(page: Page, hands: Hands): Promise<void> {
  const create = page.getByRole('button', { name: 'Create the ad unit' })
  await hands.press(create)
  await signUp(page, hands)
  let isBroken = true
  await page.route('**/api/v1/ad_units', (route, request) => {
    if (request.method() !== 'POST' || !isBroken) return route.fallback()
    isBroken = false
    return route.fulfill({ status: 500, json: { errors: [] } })
  })
  await hands.press(create)
  await expect(page.getByText('Something went wrong on our side').first()).toBeVisible()
  await hands.press(create)
  await expect(page).toHaveURL(/\/ad-units\/\d+/)
  await expect(page.locator('pre', { hasText: '<mille-ad' }).first()).toBeVisible()
}

async function proveSite(page: Page, hands: Hands): Promise<void> {
  site.head =
    (await page.locator('pre', { hasText: 'mille-site-verification' }).first().textContent()) ?? ''
  await hands.press(page.getByRole('button', { name: 'Check now' }))
  await expect(page.getByText('Verified').first()).toBeVisible()
}

/** What was chosen in the wizard is still there; what the operator has removed meanwhile is refused at its field. */
async function changeSite(page: Page, hands: Hands): Promise<void> {
  const save = page.getByRole('button', { name: 'Save site details' })
  await expect(page.getByRole('checkbox', { name: 'Blogs' })).toBeChecked()
  await hands.choose(page.getByRole('checkbox', { name: 'News' }))
  await offer('category:101', false)
  await hands.press(save)
  const subjects = page.getByRole('group', { name: 'What your site is about' })
  await expect(subjects).toHaveAccessibleDescription(/Category 101 is currently not offered/)
  await offer('category:101', true)
  await hands.press(save)
  await expect(
    page.getByText('Site details saved. Campaigns pick them up within seconds.')
  ).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'News' })).toBeChecked()
}

async function changeFallback(page: Page, hands: Hands): Promise<void> {
  // A press on a page that was just loaded may come before its script: the browser shows the choice, but the page does
  // not know of it, and a second press on the same choice changes nothing.
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(async () => {
    await hands.choose(page.getByRole('radio', { name: /^Your ad here/ }).last())
    await hands.choose(page.getByRole('radio', { name: /^Nothing/ }))
    await expect(save).toBeEnabled({ timeout: 1000 })
  }).toPass()
  await hands.press(save)
  await expect(page.getByText('Saved. Your pages update within a second.')).toBeVisible()
  await offer('banner_size:300x250', false)
  await page.reload()
  const size = page.getByRole('combobox', { name: 'Size' })
  await expect(size).toContainText('300 × 250 (no longer offered)')
  await offer('banner_size:300x250', true)
}

/** Offers something or stops offering it, as the operator would at /admin/settings. */
async function offer(name: string, isOffered: boolean): Promise<void> {
  await server.query(`insert into setting_changes (name, value, valid_from, changed_by, changed_at)
    select '${name}', ${Number(isOffered)}, now(), id, now() from users where roles = '{admin}'`)
}

/** Creates an account without an email address in the open popup, and returns its code. */
async function signUp(page: Page, hands: Hands): Promise<string> {
  const dialog = page.getByRole('dialog')
  await hands.press(dialog.getByRole('button', { name: 'Continue without an email address' }))
  await hands.press(dialog.getByRole('button', { name: 'Create anonymous account' }))
  const code = dialog.locator('code')
  await expect(code).toBeVisible()
  const text = (await code.textContent()) ?? ''
  await hands.choose(dialog.getByRole('checkbox'))
  await hands.press(dialog.getByRole('button', { name: 'Done' }))
  await expect(dialog).toBeHidden()
  return text
}

const campaignStepNames = ['Banners', 'Payment', 'Traffic', 'Review']

async function newPage(browser: Browser, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 } })
  return context.newPage()
}
