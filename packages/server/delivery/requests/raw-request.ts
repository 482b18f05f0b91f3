import type { IncomingMessage } from 'node:http'
import type { Config } from '../../config.ts'
import { readClientAddress } from '../../http/client-address.ts'
import { pageHost } from './placement.ts'
import type { Sender } from './seen.ts'

/** Told of each answer. */
export type Observe = (method: string, status: number, seconds: number) => void

export type ListenerConfig = Pick<Config, 'trustedProxies' | 'publicUrl'>

const wanted = new Set([
  'user-agent',
  'origin',
  'referer',
  'x-forwarded-for',
  'sec-fetch-mode',
  'sec-ch-ua'
])
const lengths = new Set([...wanted].map(name => name.length))

/** Who asks, from Node's own request. Headers are read as they came: to gather them all by name takes longer. */
export function readSender(
  { rawHeaders, socket }: IncomingMessage,
  trustedProxies: number
): Sender {
  const found: Record<string, string> = {}
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (!lengths.has(name.length)) continue
    const key = name.toLowerCase()
    const value = rawHeaders[at + 1] ?? ''
    if (key === 'x-forwarded-for') found[key] = key in found ? `${found[key]}, ${value}` : value
    else if (key in found === false && wanted.has(key)) found[key] = value
  }
  return {
    address: readClientAddress(socket.remoteAddress, found['x-forwarded-for'], trustedProxies),
    userAgent: found['user-agent'] ?? '',
    host: pageHost(found.origin, found.referer),
    saysHow: 'sec-fetch-mode' in found,
    brands: found['sec-ch-ua'] ?? null
  }
}

type Headers = Record<string, string>

/** Headers in the flat form that Node writes as they stand. There are few, and each is flattened once. */
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
