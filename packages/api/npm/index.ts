import { type Api, createApi } from '../client.ts'
import { createFetchTransport, type Transport } from '../transport.ts'

export type { Api, CallFailure, CallOptions, CallResult } from '../client.ts'
export type { ApiError } from '../document.ts'
export type { ErrorCode } from '../errors.ts'
export type { Transport } from '../transport.ts'

export type MilleOptions = {
  /** The network's origin, such as `https://mille.example`. */
  server: string
  /** An API key, or the token from signing in with `JWT-AUD: users`. */
  token: string
  /** Replaces `fetch`, for retries, proxies, or tests. */
  transport?: Transport
}

/** Returns all calls of a network by domain and name. The network decides which of them the token may make. */
export function createMille({ server, token, transport }: MilleOptions): Api {
  return createApi({ transport: transport ?? createFetchTransport(server), bearer: token })
}
