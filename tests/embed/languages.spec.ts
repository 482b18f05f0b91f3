import { slice } from '@mille/testing/slice.ts'
import { expect, type Locator, type Page } from 'playwright/test'
import { translation as arabic } from '../../packages/widgets/languages/ar.ts'
import { translation as german } from '../../packages/widgets/languages/de.ts'
import { translation as japanese } from '../../packages/widgets/languages/ja.ts'
import type { Translation } from '../../packages/widgets/languages/translation.ts'
import { expectAccessible } from '../accessible.ts'
import { open, test } from './embed-test.ts'
import { announcement, type DeliveryStandIn, errorBody, offers } from './stand-in.ts'

const languages = { de: german, ar: arabic, ja: japanese } as const
const isWords = /\/mille-[a-z]+-words-/

/** Returns the HTML of a publisher's page in the given language. */
function html(network: DeliveryStandIn, body: string, lang: string) {
  const dir = lang === 'ar' ? ' dir="rtl"' : ''
  return `<!doctype html><html lang="${lang}"${dir}><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>A page</title>
    <script type="module" src="${network.origin}/embed/v1/mille.js"></script>
    <main><h1>A page</h1>${body}</main></html>`
}

type Widget = {
  body: string
  prepare?: (network: DeliveryStandIn) => void
  reach?: (page: Page) => Promise<unknown>
  /** The part of the page that the widget's words are in, and the words that it shows there. */
  part: (page: Page) => Locator
  text: (words: Translation) => string
  english: string
}

const openElement =
  (name: string, ...given: string[]) =>
  (page: Page) =>
    page.locator(name).evaluate(async (it, all) => {
      await customElements.whenDefined(it.localName)
      ;(it as unknown as { open: (...all: string[]) => void }).open(...all)
    }, given)

const widgets: Record<string, Widget> = {
  marketplace: {
    body: '<mille-marketplace></mille-marketplace>',
    prepare: network => {
      network.offers = offers(3)
    },
    part: page => page.locator('mille-marketplace .mille-offer-kind').first(),
    text: ({ marketplace }) => `${marketplace.types.article} · magazine.example`,
    english: 'Article · magazine.example'
  },
  announcement: {
    body: '<mille-announcement></mille-announcement>',
    prepare: network => {
      const body = { ...announcement('warning'), link_text: null }
      network.answers.set('GET /api/v1/announce/', { status: 200, body })
    },
    part: page => page.locator('mille-announcement a'),
    text: it => it.announcement.more,
    english: 'Read more'
  },
  feedback: {
    body: '<mille-feedback token="a.b"></mille-feedback>',
    part: page => page.locator('mille-feedback a'),
    text: it => it.feedback.label,
    english: 'Feedback'
  },
  'closed chat': {
    body: '<mille-chat></mille-chat>',
    part: page => page.locator('mille-chat .mille-chat-open'),
    text: it => it.chat.title,
    english: 'Contact us'
  },
  'open chat': {
    body: '<mille-chat></mille-chat>',
    reach: openElement('mille-chat'),
    part: page => page.locator('mille-chat .mille-chat > a'),
    text: it => it.chat.go.replace('{host}', 'HOST'),
    english: 'Continue at HOST'
  },
  login: {
    body: '<mille-login></mille-login>',
    reach: openElement('mille-login', 'GET_SIGN_IN_POPUP'),
    part: page => page.locator('mille-login .mille-sheet > p').first(),
    text: it => it.login.titles.GET_SIGN_IN_POPUP.description,
    english: 'No password needed. We email you a code, or you use the account code that you saved.'
  }
}

const withHost = (text: string, network: DeliveryStandIn) =>
  text.replace('HOST', new URL(network.origin).host)

const inLanguages = Object.entries(widgets).flatMap(([name, widget]) =>
  Object.entries(languages).map(([language, words]) => ({ name, widget, language, words }))
)

/** One of three similar cases in `npm test`, all of them in `npm run prove`. */
for (const { name, widget, language, words } of slice(inLanguages, 3)) {
  const { body, prepare, reach, part, text } = widget
  test(`${name} is in the language of its page: ${language}`, async ({
    page,
    network,
    site,
    problems
  }) => {
    prepare?.(network)
    await page.setViewportSize({ width: 360, height: 740 })
    await open(page, site, html(network, body, language))
    await reach?.(page)
    await expect(part(page)).toHaveText(withHost(text(words), network))
    // The operator's own words may have a different direction than the widget's words.
    const root = part(page).locator('xpath=ancestor-or-self::*[@lang][1]')
    await expect(root).toHaveAttribute('lang', language)
    const direction = language === 'ar' ? 'rtl' : 'ltr'
    await expect(root).toHaveCSS('direction', direction)
    expect(await outside(page)).toEqual([])
    await expectAccessible(page)
    // Exactly one more file is requested than in English, besides what the widget itself needs.
    expect(network.requests.filter(it => isWords.test(it.path))).toHaveLength(1)
    expect(problems).toEqual([])
  })
}

for (const [name, { body, prepare, reach, part, english }] of slice(Object.entries(widgets), 3)) {
  test(`${name} is in English where its page has a language that there are no words for`, async ({
    page,
    network,
    site,
    problems
  }) => {
    prepare?.(network)
    await open(page, site, html(network, body, 'sw'))
    await reach?.(page)
    await expect(part(page)).toHaveText(withHost(english, network))
    expect(problems).toEqual([])
  })

  test(`${name} is in English when its words fail`, async ({ page, network, site }) => {
    prepare?.(network)
    await page.route(isWords, route => route.abort())
    await open(page, site, html(network, body, 'de'))
    await reach?.(page)
    await expect(part(page)).toHaveText(withHost(english, network))
  })

  test(`${name} is in English when its words do not come`, async ({ page, network, site }) => {
    prepare?.(network)
    await page.route(isWords, () => {})
    await open(page, site, html(network, body, 'de'))
    await reach?.(page)
    await expect(part(page)).toHaveText(withHost(english, network), { timeout: 15_000 })
  })

  test(`${name} asks for no words in English`, async ({ page, network, site }) => {
    prepare?.(network)
    await open(page, site, html(network, body, 'en-GB'))
    await reach?.(page)
    await expect(part(page)).toHaveText(withHost(english, network))
    expect(network.requests.filter(it => isWords.test(it.path))).toEqual([])
  })
}

for (const [name, { body, prepare, part, text }] of Object.entries(widgets)) {
  if (name.includes('open') || name === 'login') continue
  test(`${name} takes its own language before that of its page, and follows it`, async ({
    page,
    network,
    site
  }) => {
    prepare?.(network)
    const own = body.replace(/<(mille-\w+)/, '<$1 lang="de-AT"')
    await open(page, site, html(network, own, 'ar'))
    await expect(part(page)).toHaveText(text(german))
    await page
      .locator(/<(mille-\w+)/.exec(body)?.[1] ?? '')
      .evaluate(it => it.setAttribute('lang', 'ja'))
    await expect(part(page)).toHaveText(text(japanese))
  })
}

test('the words of a button are those of its page where it has some', async ({
  page,
  network,
  site
}) => {
  network.offers = offers(1)
  const body = `<mille-chat label="Frag uns"></mille-chat>
    <mille-feedback token="a.b" label="Ideen"></mille-feedback>
    <mille-marketplace label="Partner"></mille-marketplace>`
  await open(page, site, html(network, body, 'de'))
  await page.getByRole('button', { name: 'Frag uns' }).waitFor()
  await page.getByRole('link', { name: 'Ideen' }).waitFor()
  await page.getByRole('region', { name: 'Partner' }).waitFor()
  await page.locator('mille-chat').evaluate(it => it.setAttribute('label', 'Hilfe'))
  await page.getByRole('button', { name: 'Hilfe' }).waitFor()
})

test('what the server explains in English is said in the language of the widget', async ({
  page,
  network
}) => {
  network.pages.set('/own', { html: html(network, '<mille-login></mille-login>', 'de') })
  network.answers.set('POST /api/v1/user/sign_in', errorBody(422, 'some_code'))
  await page.goto(`${network.origin}/own`)
  await openElement('mille-login', 'ENTER_ACCESS_POPUP')(page)
  await page.getByRole('textbox', { name: german.login.code }).fill('ABCD')
  await page.keyboard.press('Enter')
  const alert = page.locator('mille-login .mille-login-error').first()
  await expect(alert).toHaveText(german.login.failures.other ?? '')
})

/** Lists the parts of the widgets that are outside the screen. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inside = [...document.querySelectorAll('*')].flatMap(it => [
      ...(it.shadowRoot?.querySelectorAll('*') ?? [])
    ])
    const found = inside.filter(it => {
      const { left, right, width } = it.getBoundingClientRect()
      return width > 0 && (left < -1 || right > innerWidth + 1)
    })
    return found.map(it => it.outerHTML.slice(0, 80))
  })
}
