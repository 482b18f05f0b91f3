import { slice } from '@mille/testing/slice.ts'
import { documentation, words } from '@mille/widgets/ad/explain.ts'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { answered, collectViolations, drawn, strictPage } from './embed-page.ts'
import { test } from './embed-test.ts'
import {
  announcement,
  bannerDecision,
  chatMessages,
  chatPicture,
  type DeliveryStandIn,
  emptyDecision,
  errorBody,
  houseBannerDecision,
  invitation,
  offers,
  textDecision,
  userDocument
} from './stand-in.ts'

type State = {
  name: string
  html: string
  prepare?: (network: DeliveryStandIn) => void
  /** Brings the page into the state, and waits until it is reached. */
  reach: (page: Page) => Promise<unknown>
  /** Messages that our code writes to the console on purpose. */
  says?: string[]
  /** Whether the state needs the network's own origin, where there is a session. */
  isOwn?: boolean
}

const see = (text: string) => (page: Page) => page.getByText(text).first().waitFor()

/** Returns several states of the same page. */
function states(html: string, all: Omit<State, 'html'>[]): State[] {
  return all.map(it => ({ ...it, html }))
}

const ads = states('<mille-ad unit="1" size="300x250"></mille-ad>', [
  {
    name: 'ad with text',
    prepare: it => it.decisions.set('1', textDecision('1')),
    reach: see('Cold storage')
  },
  {
    name: 'ad with a banner',
    prepare: it => it.decisions.set('1', bannerDecision('1', '300x250')),
    reach: page => page.locator('mille-ad img').waitFor()
  },
  {
    name: 'ad that is sticky, closed',
    prepare: it => it.decisions.set('1', textDecision('1', { position: 'sticky' })),
    reach: page => page.locator('mille-ad .close').click()
  },
  {
    name: 'ad with colours',
    prepare: it =>
      it.decisions.set(
        '1',
        textDecision('1', { colors: { background: '#102030', link: '#ffffff' } })
      ),
    reach: see('Cold storage')
  },
  {
    name: 'ad with the invitation alone',
    prepare: it => it.decisions.set('1', emptyDecision('1', 'no_campaign', invitation)),
    reach: see('Your ad here')
  },
  {
    name: 'ad with the publisher’s fallback',
    prepare: it =>
      it.decisions.set(
        '1',
        emptyDecision('1', 'no_campaign', {
          creative: { ...invitation.creative, title: 'Read our newsletter', text: '', action: '' },
          clickUrl: 'https://blog.example/'
        })
      ),
    reach: see('Read our newsletter')
  },
  {
    name: 'ad with a banner of the publisher’s own',
    prepare: it => it.decisions.set('1', houseBannerDecision('1', '300x250')),
    reach: page => page.locator('mille-ad img').waitFor()
  },
  {
    name: 'ad that is empty',
    reach: page => page.locator('mille-ad .ad').waitFor({ state: 'attached' }),
    says: [`mille-ad 1 is empty: unit_unknown. ${documentation}#unit_unknown`]
  },
  {
    name: 'ad without an answer',
    prepare: it => it.answers.set('GET /serve/units/1', { status: 500, body: null }),
    reach: page => answered(page, '/serve/units/1'),
    says: [`mille-ad 1 shows no ad: ${words.answer}. ${documentation}#answer`]
  }
])

const withOffers = (all: DeliveryStandIn['offers']) => (network: DeliveryStandIn) => {
  network.offers = all
}
const marketplaces = states('<mille-marketplace></mille-marketplace>', [
  { name: 'marketplace', prepare: withOffers(offers(3)), reach: see('Offer 3') },
  {
    name: 'marketplace, loading',
    prepare: withOffers('hanging'),
    reach: it => it.locator('[aria-busy=true]').waitFor()
  },
  { name: 'marketplace, empty', reach: see('No offers yet') },
  {
    name: 'marketplace, failed',
    prepare: withOffers('failing'),
    reach: see('could not be loaded')
  }
])

const announcements = states('<mille-announcement></mille-announcement>', [
  ...(['default', 'warning', 'alarm'] as const).map(type => ({
    name: `announcement, ${type}`,
    prepare: (it: DeliveryStandIn) =>
      void it.answers.set('GET /api/v1/announce/', { status: 200, body: announcement(type) }),
    reach: see('Payouts are late')
  })),
  {
    name: 'announcement, dismissed',
    prepare: it =>
      void it.answers.set('GET /api/v1/announce/', { status: 200, body: announcement('alarm') }),
    reach: async page => {
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(page.getByText('Payouts')).toHaveCount(0)
    }
  },
  { name: 'no announcement', reach: page => answered(page, '/api/v1/announce/') },
  {
    name: 'announcement, failed',
    prepare: it => void it.answers.set('GET /api/v1/announce/', { status: 503, body: {} }),
    reach: page => answered(page, '/api/v1/announce/')
  }
])

const feedbacks: State[] = [
  {
    name: 'feedback without a token',
    html: '<mille-feedback></mille-feedback>',
    reach: async page => {
      await page.evaluate(() => customElements.whenDefined('mille-feedback').then(() => {}))
      await drawn(page)
      await expect(page.locator('mille-feedback a')).toHaveCount(0)
    }
  },
  {
    name: 'feedback with a token',
    html: '<mille-feedback token="a.b" board="https://ideas.nolt.io"></mille-feedback>',
    reach: page =>
      expect(page.locator('mille-feedback a')).toHaveAttribute(
        'href',
        'https://ideas.nolt.io/sso/a.b'
      )
  }
]

const login = '<mille-login></mille-login>'
const openPopup =
  (name: string, email = '') =>
  async (page: Page) => {
    await page.waitForFunction(() => customElements.get('mille-login'))
    await page
      .locator('mille-login')
      .evaluate(
        (it, [popup, address]) =>
          (it as unknown as { open: (name?: string, email?: string) => void }).open(popup, address),
        [name, email]
      )
    await page.getByRole('dialog').waitFor()
  }
const logins: State[] = [
  ...[
    'GET_SIGN_IN_POPUP',
    'ENTER_ACCESS_POPUP',
    'RESET_PASSWORD_POPUP',
    'CREATE_ACCOUNT',
    'ANONYMOUS_SIGN_UP',
    'CHECK_YOUR_EMAIL',
    'CONFIRM_AN_ACCOUNT'
  ].map(name => ({ name: `login, ${name}`, reach: openPopup(name, 'ada@example.com') })),
  {
    name: 'login, a code that is wrong',
    prepare: (it: DeliveryStandIn) =>
      void it.answers.set('POST /api/v1/user/sign_in', errorBody(422, 'access_code_wrong')),
    reach: async (page: Page) => {
      await openPopup('ENTER_ACCESS_POPUP')(page)
      await page.getByRole('textbox', { name: 'Access code' }).fill('WRONG')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await see('This code is not correct')(page)
      await expect(page.getByRole('textbox', { name: 'Access code' })).toHaveValue('WRONG')
    }
  },
  {
    name: 'login, a code that was sent',
    prepare: (it: DeliveryStandIn) =>
      void it.answers.set('POST /api/v1/user/access_codes', { status: 202, body: { data: null } }),
    reach: async (page: Page) => {
      await openPopup('GET_SIGN_IN_POPUP')(page)
      await page.getByLabel('Email address').fill('ada@example.com')
      await page.getByRole('button', { name: 'Email me a code' }).click()
      await see('If there is an account for this address')(page)
    }
  },
  {
    name: 'login, the code of an anonymous account',
    prepare: (it: DeliveryStandIn) => {
      const { data } = userDocument()
      it.answers.set('POST /api/v1/users', {
        status: 201,
        body: { data, meta: { access_code: 'ABCD-EFGH' } }
      })
      it.answers.set('GET /api/v1/current_user', { status: 200, body: userDocument() })
    },
    reach: async (page: Page) => {
      await openPopup('ANONYMOUS_SIGN_UP')(page)
      await page.getByRole('button', { name: 'Create anonymous account' }).click()
      await see('ABCD-EFGH')(page)
      await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled()
      await page.getByLabel('I have saved the code').check()
      await expect(page.getByRole('button', { name: 'Done' })).toBeEnabled()
    }
  }
].map(it => ({ ...it, html: login, isOwn: true }))

const openChat = async (page: Page) => {
  await page.getByRole('button', { name: 'Contact us' }).click()
  await page.getByRole('dialog').waitFor()
}
const builtIn = { status: 200, body: { provider: 'built-in' } }
const chats: State[] = [
  {
    name: 'chat, loading',
    prepare: (it: DeliveryStandIn) => void it.answers.set('GET /api/v1/chat/configuration', null),
    text: 'Loading the conversation'
  },
  { name: 'chat, failed', text: 'could not be loaded' },
  {
    name: 'chat, signed out',
    prepare: (it: DeliveryStandIn) => {
      it.answers.set('GET /api/v1/chat/configuration', builtIn)
      it.answers.set('GET /api/v1/chat/messages', errorBody(401, 'not_authenticated'))
    },
    text: 'Sign in so that our reply'
  },
  {
    name: 'chat, elsewhere',
    prepare: (it: DeliveryStandIn) =>
      void it.answers.set('GET /api/v1/chat/configuration', {
        status: 200,
        body: { provider: 'chatwoot', url: 'https://chat.example', website_token: 'a' }
      }),
    text: 'We answer in a separate window'
  },
  ...[0, 5].map(count => ({
    name: `chat with ${count} messages`,
    prepare: (it: DeliveryStandIn) => {
      it.answers.set('GET /api/v1/chat/configuration', builtIn)
      it.answers.set('GET /api/v1/chat/messages', { status: 200, body: chatMessages(count) })
      it.answers.set('GET /api/v1/chat/stream', null)
    },
    text: count ? 'Message 5' : 'Ask us anything'
  }))
].map(({ text, ...it }) => ({
  ...it,
  html: '<mille-chat></mille-chat>',
  isOwn: true,
  reach: async (page: Page) => {
    await openChat(page)
    await see(text)(page)
  }
}))

/** Expects the picture to be loaded, which the page's policy has to allow. */
const seePicture = (page: Page, name: RegExp) =>
  expect(page.getByRole('img', { name })).toHaveJSProperty('naturalWidth', chatPicture.width)
const picturesInChat: State[] = [
  {
    name: 'chat with a picture',
    reach: (page: Page) => seePicture(page, /^Picture from You/)
  },
  {
    name: 'chat, a picture to be sent',
    reach: async (page: Page) => {
      const file = { name: 'screen.png', mimeType: 'image/png', buffer: Buffer.from('x') }
      await page.locator('input[type=file]').setInputFiles(file)
      await seePicture(page, /ready to send/)
    }
  }
].map(({ name, reach }) => ({
  name,
  html: '<mille-chat></mille-chat>',
  isOwn: true,
  prepare: (it: DeliveryStandIn) => {
    const data = { type: 'chat_pictures', id: '2', attributes: chatPicture }
    it.answers.set('GET /api/v1/chat/configuration', builtIn)
    it.answers.set('GET /api/v1/chat/messages', { status: 200, body: chatMessages(5, true) })
    it.answers.set('GET /api/v1/chat/stream', null)
    it.answers.set('POST /api/v1/chat/pictures', { status: 201, body: { data } })
  },
  reach: async (page: Page) => {
    await openChat(page)
    await reach(page)
  }
}))

const elsewhere: State[] = [
  { name: 'login on another site', html: login, reach: openPopup('GET_SIGN_IN_POPUP') },
  { name: 'chat on another site', html: '<mille-chat></mille-chat>', reach: openChat }
]

const all = [
  ...ads,
  ...marketplaces,
  ...announcements,
  ...feedbacks,
  ...logins,
  ...chats,
  ...picturesInChat,
  ...elsewhere
]

/** Every other state in `npm test`, all of them in `npm run prove`. */
for (const state of slice(all, 2)) {
  test(`${state.name}: a strict policy refuses nothing, and nothing is inaccessible`, async ({
    page,
    network,
    site,
    problems
  }) => {
    state.prepare?.(network)
    const violations = await collectViolations(page)
    const home = state.isOwn ? network : site
    home.pages.set('/strict', strictPage(network, state.html))
    await page.goto(`${home.origin}/strict`)
    await state.reach(page)
    // The console gets the message a moment after the page has shown it.
    await expect.poll(() => problems).toEqual(state.says ?? [])
    expect(await violations()).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  })
}
