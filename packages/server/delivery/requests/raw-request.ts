import type { IncomingMessage } from 'node:http'
import type { Config } from '../../config.ts'
import { readClientAddress } from '../../http/callers/client-address.ts'
import { pageHost } from './placement.ts'
import type { Sender } from './seen.ts'

/** Called with the outcome of each answer. */
export type Observe = (method: string, status: number, seconds: number) => void

export type ListenerConfig = Pick<Config, 'trustedProxies' | 'publicUrl'>

/** Who asks, from Node's own request. Headers are read as they came: to gather them all by name takes longer. */
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
    // Of a header that comes twice the first is taken. A name of the same length is all that is compared in full.
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

/** What the request says of its body's length; null when it does not. */
export function readLength({ rawHeaders }: IncomingMessage): number | null {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 14 && isNamed(name, 'content-length')) return Number(rawHeaders[at + 1])
  }
  return null
}

/** Behind most proxies names are in small letters already. */
function isNamed(name: string, wanted: string): boolean {
  return name === wanted || name.toLowerCase() === wanted
}

type Headers = Record<string, string>

/** Headers in the flat form that Node writes unchanged. There are few, and each is flattened once. */
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
