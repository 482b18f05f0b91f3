import type { Page } from 'playwright/test'
import type { DeliveryStandIn } from './stand-in.ts'

export const exchange = 'POST /api/v1/user/handoffs/exchange'
export const code = 'c'.repeat(43)

export function answerExchange(network: DeliveryStandIn) {
  network.answers.set(exchange, {
    status: 201,
    body: {
      data: {
        type: 'widget_sessions',
        id: '1',
        attributes: {
          user_id: '7',
          name: 'ada',
          feedback_url: 'https://network.example/suggestions?token=a.b.c',
          token: 't'.repeat(43),
          expires_at: '2026-03-02T10:15:00.000Z'
        }
      }
    }
  })
  network.answers.set('OPTIONS /api/v1/user/handoffs/exchange', { status: 204 })
}

/** Follows the widget to the network's window, whose side of the exchange the test then plays. */
export async function openNetworkWindow(page: Page, network: DeliveryStandIn): Promise<Page> {
  network.pages.set('/user/sign_in', { html: '<!doctype html><title>Sign in</title>' })
  await page.waitForFunction(() => customElements.get('mille-login'))
  await page.evaluate(() => {
    location.hash = '#login-form'
  })
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: /^Continue at/ }).click()
  ])
  await opened.waitForLoadState()
  return opened
}

/** Does what the network's window does when a person signs in there. */
export async function finishSignIn(opened: Page, siteOrigin: string): Promise<unknown> {
  const challenge = await opened.evaluate(
    origin =>
      new Promise(resolve => {
        addEventListener('message', event => resolve({ data: event.data, origin: event.origin }))
        window.opener.postMessage({ type: 'mille-handoff-ready' }, origin)
      }),
    siteOrigin
  )
  await opened.evaluate(
    ([origin, value]) =>
      window.opener.postMessage({ type: 'mille-handoff-code', code: value }, origin),
    [siteOrigin, code] as const
  )
  return challenge
}
