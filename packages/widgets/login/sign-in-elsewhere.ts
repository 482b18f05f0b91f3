import {
  exchangeHandOff,
  readWidgetSession,
  type WidgetSession
} from '@mille/api/hand-offs/endpoints.ts'
import { sendRequest } from '@mille/api/send-request.ts'
import { createFetchTransport } from '@mille/api/transport.ts'
import { type HandOffMessage, readHandOffMessage } from './hand-off-messages.ts'

export type SignedInElsewhere =
  | { ok: true; session: WidgetSession['attributes'] }
  | { ok: false; reason: 'blocked' | 'closed' | 'refused' | 'failed' }

const closedCheckMs = 500

/**
 * Signs in on the network's own page in a separate window, because the network's cookie does not reach this site. Must
 * be called in the task of a user's press, otherwise the browser blocks the window.
 */
export async function signInElsewhere(
  server: string,
  popup: string,
  signal: AbortSignal
): Promise<SignedInElsewhere> {
  const query = new URLSearchParams({ handoff: location.origin, popup })
  const opened = open(
    `${server}/user/sign_in?${query}`,
    'mille-sign-in',
    'popup,width=480,height=720'
  )
  if (!opened) return { ok: false, reason: 'blocked' }
  // Browsers provide `crypto.subtle` only to pages in a secure context.
  if (!crypto.subtle) return { ok: false, reason: 'failed' }

  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const code = await receiveCode(opened, server, verifier, signal)
  const transport = createFetchTransport(server)
  if (code === null) {
    // To a site that is not on the allowed list, the window seems closed as soon as it shows the network's page.
    const known = await sendRequest(transport, readWidgetSession, {})
    return { ok: false, reason: !known.ok && known.status === 403 ? 'refused' : 'closed' }
  }
  const result = await sendRequest(transport, exchangeHandOff, {
    code,
    verifier
  })
  if (result.ok) return { ok: true, session: result.value.data.attributes }
  return { ok: false, reason: result.status === 403 ? 'refused' : 'failed' }
}

/** Returns the code from the sign-in window; null if the window was closed or the widget removed. */
function receiveCode(
  opened: Window,
  server: string,
  verifier: string,
  signal: AbortSignal
): Promise<string | null> {
  return new Promise(resolve => {
    const listening = new AbortController()
    const from = { source: opened, origin: server }
    const send = (message: HandOffMessage) => opened.postMessage(message, server)
    const watch = setInterval(() => opened.closed && finish(null), closedCheckMs)
    addEventListener('message', event => void onMessage(event), listening)
    signal.addEventListener('abort', () => finish(null), listening)

    async function onMessage(event: MessageEvent<unknown>) {
      if (readHandOffMessage(event, from, 'mille-handoff-ready')) {
        const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
        send({ type: 'mille-handoff-challenge', challenge: base64url(new Uint8Array(digest)) })
      }
      const message = readHandOffMessage(event, from, 'mille-handoff-code')
      if (message) finish(message.code)
    }

    function finish(code: string | null) {
      clearInterval(watch)
      listening.abort()
      resolve(code)
    }
  })
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
