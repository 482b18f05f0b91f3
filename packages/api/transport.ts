import ky from 'ky'
import { callTimeoutMs } from './constants.ts'

/**
 * Sends a call to the server: `path` begins with a slash, the result is a web Response whatever its status, and only a
 * failed connection throws. The browser uses `createKyTransport`; server rendering and tests use the application's own
 * fetch in the same process.
 */
export type Transport = (path: string, init: RequestInit) => Promise<Response>

/**
 * Creates a transport over HTTP with ky. `origin` is empty on the product's own pages. The transport does not retry.
 */
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

/** Creates a transport with plain `fetch` for small widgets on third-party pages. It sends no cookies. */
export function createFetchTransport(origin: string): Transport {
  return (path, init) => fetch(`${origin}${path}`, { ...init, credentials: 'omit' })
}
