import ky from 'ky'
import { callTimeoutMs } from './constants.ts'

/**
 * How a call reaches the server: `path` begins with a slash, the answer is a web Response whatever its status,
 * and only a failed connection throws. The browser uses `createKyTransport`; server rendering and tests hand the
 * application's own fetch, in process.
 */
export type Transport = (path: string, init: RequestInit) => Promise<Response>

/** Over HTTP with ky. `origin` is empty on the product's own pages. Nothing is repeated here. */
export function createKyTransport(origin = '', timeoutMs: number = callTimeoutMs): Transport {
  return (path, init) =>
    ky(`${origin}${path}`, {
      ...init,
      credentials: 'same-origin',
      retry: 0,
      timeout: timeoutMs,
      throwHttpErrors: false
    })
}

/** Plain fetch for small widgets on other people's pages: no cookie goes along. */
export function createFetchTransport(origin: string): Transport {
  return (path, init) => fetch(`${origin}${path}`, { ...init, credentials: 'omit' })
}
