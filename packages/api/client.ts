import { createBinder } from './create-binder.ts'
import type { TokenStorage } from './csrf.ts'
import type { ApiError } from './document.ts'
import type { AnyEndpoint, Endpoint } from './endpoint.ts'
import { type EndpointTree, endpoints } from './endpoints.ts'
import type { Transport } from './transport.ts'

/** Status −1: the server could not be reached at all. */
export type CallFailure = { ok: false; status: number; code: string; errors: ApiError[] }
export type CallResult<Answer> = { ok: true; status: number; value: Answer } | CallFailure

export type CallOptions = {
  signal?: AbortSignal
  /** In place of the client's own, which is the same until the same wish has been done. */
  idempotencyKey?: string
  /** False: a write that is refused with 401 is not sent once more with a new authenticity token. */
  retry?: boolean
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
  /** Where the authenticity token is kept; the browser hands sessionStorage. */
  storage?: TokenStorage
  /** An API key, or the token that signing in gave, in place of the session's cookie. */
  bearer?: string
  /** Called for every failed call, after the one retry that a stale token gets. */
  onFailure?: (failure: CallFailure, endpoint: AnyEndpoint) => void
}

/** A domain's endpoints, or the few of them that a widget uses. */
export type Endpoints = Readonly<Record<string, AnyEndpoint>>
export type Calls<Group extends Endpoints> = { [Name in keyof Group]: Call<Group[Name]> }

/** All calls of the contract, by domain and name: `api.campaigns.readCampaign({ id })`. */
export function createApi(options: ClientOptions): Api {
  const bind = createBinder(options)
  const domains = Object.entries(endpoints).map(([domain, group]) => [domain, bind(group)])
  return Object.fromEntries(domains) as Api
}
