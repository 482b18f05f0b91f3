import type { IncomingMessage } from 'node:http'
import type { Config } from '../../config.ts'
import { readClientAddress } from '../../http/callers/client-address.ts'
import { pageHost } from './placement.ts'
import type { Sender } from './seen.ts'

/** Called with the method, status and duration, in seconds, of each response. */
export type Observe = (method: string, status: number, seconds: number) => void

export type ListenerConfig = Pick<Config, 'trustedProxies' | 'publicUrl'>

/**
 * Reads who sent a request from Node's own request. The raw headers are used, because collecting all headers by name
 * takes longer.
 */
export function readSender(
  { method, rawHeaders, socket }: IncomingMessage,
  trustedProxies: number
): Sender {
  let userAgent: string | undefined
  let origin: string | undefined
  let referrer: string | undefined
  let forwardedFor: string | undefined
  let mode: string | undefined
  let brands: string | undefined
  let mobile: string | undefined
  let platform: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    const value = rawHeaders[at + 1] ?? ''
    // If a header occurs twice, the first value is used. Only header names of the right length are compared in full.
    switch (name.length) {
      case 6:
        if (isNamed(name, 'origin')) origin ??= value
        break
      case 7:
        if (isNamed(name, 'referer')) referrer ??= value
        break
      case 9:
        if (isNamed(name, 'sec-ch-ua')) brands ??= value
        break
      case 10:
        if (isNamed(name, 'user-agent')) userAgent ??= value
        break
      case 14:
        if (isNamed(name, 'sec-fetch-mode')) mode ??= value
        break
      case 15:
        if (isNamed(name, 'x-forwarded-for'))
          forwardedFor = forwardedFor === undefined ? value : `${forwardedFor}, ${value}`
        break
      case 16:
        if (isNamed(name, 'sec-ch-ua-mobile')) mobile ??= value
        break
      case 18:
        if (isNamed(name, 'sec-ch-ua-platform')) platform ??= value
    }
  }
  return {
    address: readClientAddress(socket.remoteAddress, forwardedFor, trustedProxies),
    userAgent: userAgent ?? '',
    host: pageHost(origin, referrer),
    saysHow: mode !== undefined,
    lacksOrigin: method === 'POST' && origin === undefined,
    brands: brands ?? null,
    mobile: mobile ?? null,
    platform: platform ?? null,
    forwardedFor: forwardedFor ?? null
  }
}

/** Returns the length of the body that the request declares; null when it declares none. */
export function readLength({ rawHeaders }: IncomingMessage): number | null {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 14 && isNamed(name, 'content-length')) return Number(rawHeaders[at + 1])
  }
  return null
}

/** Compares with the lowercase name first: most proxies send header names in lowercase. */
function isNamed(name: string, wanted: string): boolean {
  return name === wanted || name.toLowerCase() === wanted
}

type Headers = Record<string, string>

/**
 * Returns a function that converts headers to the flat form that Node writes unchanged. There are few sets of headers,
 * and each is converted once.
 */
export function createHeaderWriter({ publicUrl }: ListenerConfig): (headers: Headers) => string[] {
  const always = publicUrl.startsWith('https:')
    ? ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']
    : []
  const flat = new WeakMap<Headers, string[]>()
  return headers => {
    let known = flat.get(headers)
    if (!known) {
      known = [...always, ...Object.entries(headers).flat()]
      flat.set(headers, known)
    }
    return known
  }
}
