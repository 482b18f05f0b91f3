import type { Context as HonoContext } from 'hono'
import { isLoopback } from '../../loopback.ts'

declare module 'hono' {
  interface ContextVariableMap {
    clientAddress: string
  }
}

type NodeBindings = { incoming?: { socket?: { remoteAddress?: string | undefined } } }

/**
 * Returns the visitor's address. Each trusted proxy appends the address it saw to `X-Forwarded-For`, so the visitor's
 * address is as many places from the end as there are proxies. The visitor may have made up the entries before it.
 */
export function readClientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number
): string {
  const found = trustedProxies > 0 ? readForwarded(forwardedFor).at(-trustedProxies) : undefined
  return found ?? socketAddress ?? '0.0.0.0'
}

/** Returns the entries of `X-Forwarded-For`. */
export function readForwarded(forwardedFor: string | undefined): string[] {
  return (forwardedFor ?? '')
    .split(',')
    .map(address => address.trim())
    .filter(address => address !== '')
}

/** The app's middleware has stored the address; a separate delivery server has only the socket. */
export function clientAddress(c: HonoContext): string {
  return (c.get('clientAddress') as string | undefined) ?? remoteAddress(c) ?? '0.0.0.0'
}

/** Returns the address of the socket: that of the last proxy, or nothing for an in-process call. */
export function remoteAddress(c: HonoContext): string | undefined {
  return (c.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress
}

/**
 * Returns the block of addresses that rate limits count by: /24 of IPv4 or /48 of IPv6, so that a neighborhood shares
 * its count.
 */
export function addressBlock(address: string): string {
  const mapped = readMapped(address)
  return mapped.includes('.') ? mapped.slice(0, endOfThird(mapped)) : firstGroups(mapped, 3)
}

/**
 * Returns what identifies one connection: the whole IPv4 address, or the /64 of IPv6, in which a device changes its
 * address at will.
 */
export function connectionAddress(address: string): string {
  const mapped = readMapped(address)
  return mapped.includes('.') ? mapped : firstGroups(mapped, 4)
}

/**
 * Returns the /32 of an IPv6 address, which belongs to an internet provider; null for IPv4, whose providers have many
 * ranges.
 */
export function providerBlock(address: string): string | null {
  const mapped = readMapped(address)
  return mapped.includes('.') ? null : `${firstGroups(mapped, 2)}/32`
}

/** Returns the first groups of an IPv6 address, in whichever form it is written. */
function firstGroups(address: string, count: number): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = head.split(':').filter(group => group !== '')
  const last = (tail ?? '').split(':').filter(group => group !== '')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length)
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...last]
  return all
    .slice(0, count)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Returns the position where the third part of a dotted IPv4 address ends. */
function endOfThird(address: string): number {
  let end = -1
  for (let part = 0; part < 3; part++) {
    end = address.indexOf('.', end + 1)
    if (end < 0) return address.length
  }
  return end
}

/** Returns an IPv4-mapped IPv6 address, such as `::ffff:192.0.2.1` or `::ffff:c000:201`, as its IPv4 address. */
export function readMapped(address: string): string {
  if (!address.startsWith(':')) return address
  const match = /^::ffff:(?:(\d+(?:\.\d+){3})|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(address)
  if (!match) return address
  if (match[1] !== undefined) return match[1]
  const bits = Number.parseInt(match[2] ?? '', 16) * 65_536 + Number.parseInt(match[3] ?? '', 16)
  return [24, 16, 8, 0].map(shift => Math.floor(bits / 2 ** shift) % 256).join('.')
}

/** Whether the address is that of an in-process call, which has none, or of the machine itself. */
export function isThisMachine(address: string): boolean {
  return address === '0.0.0.0' || isLoopback(readMapped(address))
}

/**
 * Whether an address belongs to this machine or its own network. Visitors have no such address, unless a reverse proxy
 * is not declared: then all of them have it, and counting by address is meaningless.
 */
export function isInside(address: string): boolean {
  const mapped = readMapped(address)
  return (
    /^(127|10|0|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(mapped) ||
    /^(::1?$|f[cd]|fe[89ab])/i.test(mapped)
  )
}
