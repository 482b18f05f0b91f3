import { type Api, createApi } from '../client.ts'
import { createFetchTransport, type Transport } from '../transport.ts'

export type { Api, CallFailure, CallOptions, CallResult } from '../client.ts'
export type { ApiError } from '../document.ts'
export type { ErrorCode } from '../errors.ts'
export type { Transport } from '../transport.ts'

export type MilleOptions = {
  /** The network's origin, such as `https://mille.example`. */
  server: string
  /** An API key, or the token that signing in gave to `JWT-AUD: users`. */
  token: string
  /** In place of `fetch`: for retries, proxies or tests. */
  transport?: Transport
}

/** All calls of a network, by domain and name; which of them the token opens is the network's decision. */
export function createMille({ server, token, transport }: MilleOptions): Api {
  return createApi({ transport: transport ?? createFetchTransport(server), bearer: token })
}
