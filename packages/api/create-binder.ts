import type { CallOptions, CallResult, Calls, ClientOptions, Endpoints } from './client.ts'
import { createCsrfToken, createMemoryStorage } from './csrf.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { failureOf } from './failure-of.ts'
import { sendRequest } from './send-request.ts'

type Input = Record<string, unknown>

/** Binds endpoints to a server. A caller that needs only a few endpoints has only those in its bundle. */
export function createBinder(
  options: ClientOptions
): <Group extends Endpoints>(group: Group) => Calls<Group> {
  const { transport, bearer } = options
  const csrf = createCsrfToken(transport, options.storage ?? createMemoryStorage())

  function send(endpoint: AnyEndpoint, input: Input, call: CallOptions, token?: string) {
    const headers = headersOf(endpoint, { bearer, token, key: call.idempotencyKey })
    return sendRequest(transport, endpoint, input, headers, {
      ...(call.signal && { signal: call.signal }),
      ...(call.after && { keepalive: true })
    })
  }

  /** Sends a write with the authenticity token. If the token is rejected, it retries once with a new one. */
  async function write(
    endpoint: AnyEndpoint,
    input: Input,
    call: CallOptions
  ): Promise<CallResult<unknown>> {
    const first = await csrf.read()
    call.signal?.throwIfAborted()
    if (!('token' in first)) return failureOf(first.status, [])
    if (call.after) {
      await call.after
      call.signal?.throwIfAborted()
    }
    const result = await send(endpoint, input, call, first.token)
    if (result.ok || result.status !== 401 || call.retry === false) return result
    const second = await csrf.renew(first.token)
    call.signal?.throwIfAborted()
    return 'token' in second ? send(endpoint, input, call, second.token) : result
  }

  /** The last input and idempotency key of each call that has not succeeded yet. */
  const unanswered = new Map<string, { wish: string; key: string }>()

  /**
   * Sends a call. If a response was lost, the call may have succeeded, so an identical call reuses its idempotency key
   * and the server executes it only once. A different proof of work does not make the call different.
   */
  async function call(endpoint: AnyEndpoint, input: Input, given: CallOptions) {
    const name = `${endpoint.method} ${endpoint.path} ${input.id}`
    const wish = JSON.stringify({ ...input, captcha: 0 })
    const before = unanswered.get(name)
    const key = before?.wish === wish ? before.key : newKey()
    unanswered.delete(name)
    const fixed = { idempotencyKey: key, ...given }
    const isWrite = endpoint.method !== 'GET'
    // Browsers never send a bearer token automatically, so a call with one needs no authenticity token.
    const result = await (isWrite && bearer === undefined
      ? write(endpoint, input, fixed)
      : send(endpoint, input, fixed))
    if (!result.ok) {
      if (endpoint.idempotency) unanswered.set(name, { wish, key })
      options.onFailure?.(result, endpoint)
    }
    // Signing in or out starts another session, and the authenticity token belongs to the session.
    if (result.ok && isWrite && /^\/api\/v1\/users?\b/.test(endpoint.path)) csrf.forget()
    return result
  }

  return group => {
    const calls = Object.entries(group).map(([name, endpoint]) => [
      name,
      (input: Input = {}, callOptions: CallOptions = {}) => call(endpoint, input, callOptions)
    ])
    return Object.fromEntries(calls)
  }
}

type Sender = Record<'bearer' | 'token' | 'key', string | undefined>

function headersOf(endpoint: AnyEndpoint, { bearer, token, key }: Sender): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`)
  if (token !== undefined) headers.set('X-CSRF-Token', token)
  if (endpoint.audience) headers.set('JWT-AUD', endpoint.audience)
  if (endpoint.idempotency && key !== undefined) headers.set('Idempotency-Key', key)
  return headers
}

/** Creates an idempotency key. Pages without TLS have no `crypto.randomUUID`, so 128 random bits replace it there. */
function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, it => it.toString(16).padStart(2, '0')).join('')
}
