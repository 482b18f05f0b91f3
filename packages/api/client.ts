import { createBinder } from './create-binder.ts'
import type { TokenStorage } from './csrf.ts'
import type { ApiError } from './document.ts'
import type { AnyEndpoint, Endpoint } from './endpoint.ts'
import { type EndpointTree, endpoints } from './endpoints.ts'
import type { Transport } from './transport.ts'

/** Failure of a call. Status −1 means that the server could not be reached at all. */
export type CallFailure = { ok: false; status: number; code: string; errors: ApiError[] }
export type CallResult<Answer> = { ok: true; status: number; value: Answer } | CallFailure

export type CallOptions = {
  signal?: AbortSignal
  /** Replaces the client's own idempotency key, which stays the same until an identical call has succeeded. */
  idempotencyKey?: string
  /** If false, a write that is rejected with 401 is not retried with a new authenticity token. */
  retry?: boolean
  /**
   * A write fetches its authenticity token at once, but is sent when this resolves. If the page is left at that moment,
   * the browser still sends it.
   */
  after?: Promise<void>
}

type Call<E> =
  E extends Endpoint<infer Input, infer Answer>
    ? Record<never, never> extends Input
      ? (input?: Input, options?: CallOptions) => Promise<CallResult<Answer>>
      : (input: Input, options?: CallOptions) => Promise<CallResult<Answer>>
    : never

export type Api = {
  [Domain in keyof EndpointTree]: {
    [Name in keyof EndpointTree[Domain]]: Call<EndpointTree[Domain][Name]>
  }
}

export type ClientOptions = {
  transport: Transport
  /** Storage for the authenticity token; in the browser, `sessionStorage`. */
  storage?: TokenStorage
  /** An API key or the token from signing in, used instead of the session cookie. */
  bearer?: string
  /** Called for every failed call, after the single retry that a stale authenticity token triggers. */
  onFailure?: (failure: CallFailure, endpoint: AnyEndpoint) => void
}

/** All endpoints of a domain, or only the ones that a widget uses. */
export type Endpoints = Readonly<Record<string, AnyEndpoint>>
export type Calls<Group extends Endpoints> = { [Name in keyof Group]: Call<Group[Name]> }

/** Returns all calls of the API by domain and name: `api.campaigns.readCampaign({ id })`. */
export function createApi(options: ClientOptions): Api {
  const bind = createBinder(options)
  const domains = Object.entries(endpoints).map(([domain, group]) => [domain, bind(group)])
  return Object.fromEntries(domains) as Api
}
