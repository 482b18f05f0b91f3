import type { CallOptions, CallResult, Calls, ClientOptions, Endpoints } from './client.ts'
import { createCsrfToken, createMemoryStorage } from './csrf.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { failureOf } from './failure-of.ts'
import { sendRequest } from './send-request.ts'

type Input = Record<string, unknown>

/** Binds endpoints to a server. A caller that needs a few of them has no others in its bundle. */
export function createBinder(
  options: ClientOptions
): <Group extends Endpoints>(group: Group) => Calls<Group> {
  const { transport, bearer } = options
  const csrf = createCsrfToken(transport, options.storage ?? createMemoryStorage())

  function send(endpoint: AnyEndpoint, input: Input, call: CallOptions, token?: string) {
    const headers = new Headers({ Accept: 'application/json' })
    if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`)
    if (token !== undefined) headers.set('X-CSRF-Token', token)
    if (endpoint.audience) headers.set('JWT-AUD', endpoint.audience)
    if (endpoint.idempotency && call.idempotencyKey !== undefined)
      headers.set('Idempotency-Key', call.idempotencyKey)
    return sendRequest(transport, endpoint, input, headers, call.signal)
  }

  /** With the authenticity token; where it is refused, once more with a new one. */
  async function write(
    endpoint: AnyEndpoint,
    input: Input,
    call: CallOptions
  ): Promise<CallResult<unknown>> {
    const first = await csrf.read()
    call.signal?.throwIfAborted()
    if (!('token' in first)) return failureOf(first.status, [])
    const result = await send(endpoint, input, call, first.token)
    if (result.ok || result.status !== 401 || call.retry === false) return result
    const second = await csrf.renew(first.token)
    call.signal?.throwIfAborted()
    return 'token' in second ? send(endpoint, input, call, second.token) : result
  }

  /** What was asked last of each call, where no yes has come back. */
  const unanswered = new Map<string, { wish: string; key: string }>()

  /**
   * An answer that was lost on its way may have been a yes: the same wish goes again under the key it had, and the server
   * does a thing with one key once. Another proof of work makes it no other wish.
   */
  async function call(endpoint: AnyEndpoint, input: Input, given: CallOptions) {
    const name = `${endpoint.method} ${endpoint.path} ${input.id}`
    const wish = JSON.stringify({ ...input, captcha: 0 })
    const before = unanswered.get(name)
    const key = before?.wish === wish ? before.key : newKey()
    unanswered.delete(name)
    const fixed = { idempotencyKey: key, ...given }
    const isWrite = endpoint.method !== 'GET'
    // A bearer token never goes along unasked, and so needs none beside it.
    const result = await (isWrite && bearer === undefined
      ? write(endpoint, input, fixed)
      : send(endpoint, input, fixed))
    if (!result.ok) {
      if (endpoint.idempotency) unanswered.set(name, { wish, key })
      options.onFailure?.(result, endpoint)
    }
    // Signing in and out starts another session, and the token belongs to the session.
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

/** Pages without TLS have no `crypto.randomUUID`: 128 random bits do as well. */
function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, it => it.toString(16).padStart(2, '0')).join('')
}
