import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseAmount } from '@mille/money/amount.ts'
import { z } from 'zod'

/**
 * Kinds of values for environment variables. An error message repeats the value, except where it may contain a password
 * or a key: the output at startup is kept in logs.
 */

export const text = z.string()

export function matching(pattern: RegExp, expected: string) {
  return z.string().regex(pattern, { error: ({ input }) => `must be ${expected}, not "${input}"` })
}

/** Checks a password, token or key against a pattern; the error message does not repeat the value. */
export function secretMatching(pattern: RegExp, expected: string) {
  return z.string().regex(pattern, { error: `must be ${expected}` })
}

export function integer(min: number, max: number) {
  return z
    .string()
    .refine(it => /^\d{1,10}$/.test(it) && Number(it) >= min && Number(it) <= max, {
      error: ({ input }) => `must be a whole number from ${min} to ${max}, not "${input}"`
    })
    .transform(Number)
}

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.string().transform((it, { addIssue }): Word => {
    const found = words.find(word => word === it)
    if (found !== undefined) return found
    addIssue(`must be one of ${words.join(', ')}, not "${it}"`)
    return z.NEVER
  })
}

export const flag = oneOf(['true', 'false']).transform(it => it === 'true')

/** Parses a list of known words, separated by commas. */
export function listOf<const Word extends string>(words: readonly Word[]) {
  return z
    .string()
    .transform(it => splitList(it))
    .refine(it => it.length > 0, { error: `must contain at least one of ${words.join(', ')}` })
    .transform((names, { addIssue }): ReadonlySet<Word> => {
      const wrong = names.find(name => !words.some(word => word === name))
      if (wrong !== undefined) addIssue(`must be one of ${words.join(', ')}, not "${wrong}"`)
      return new Set(words.filter(word => names.includes(word)))
    })
}

export function splitList(list: string): string[] {
  return list
    .split(',')
    .map(it => it.trim())
    .filter(it => it !== '')
}

export const file = z
  .string()
  .refine(it => existsSync(it), {
    error: ({ input }) => `names a file that does not exist: ${input}`
  })
  .transform(it => resolve(it))

/** The URL of another server, without a trailing slash; it may contain a password. */
export const address = z
  .string()
  .refine(it => /^https?:\/\//.test(it) && URL.canParse(it), {
    error: 'must begin with https:// or http://'
  })
  .transform(it => it.replace(/\/+$/, ''))

/** NATS servers that replace each other, separated by commas. Only the first one contains a user name and password. */
export const natsServers = z
  .string()
  .transform(it => splitList(it))
  .refine(it => it.length > 0 && it.every(isNatsServer), {
    error: 'must be servers such as nats://one:4222,nats://two:4222,nats://three:4222',
    abort: true
  })
  .refine(it => it.slice(1).every(isWithoutName), {
    error: 'may have a name and a password in the first server only: they are used for all',
    abort: true
  })
  .refine(it => new Set(it.map(schemeOf).filter(scheme => scheme !== null)).size === 1, {
    error: 'must have nats:// or tls:// for all servers',
    abort: true
  })
  .refine(it => new Set(it.map(text => text.replace(/^.*[/@]/, ''))).size === it.length, {
    error: 'contains a server twice',
    abort: true
  })
  .transform(it => it.join(','))

/** Checks one NATS server; only the first of the list must have a scheme. */
function isNatsServer(text: string, place: number): boolean {
  if (place === 0 && schemeOf(text) === null) return false
  const address = schemeOf(text) === null ? `nats://${text}` : text
  // Nothing may follow the host, because it would be ignored silently.
  return /^(nats|tls):\/\/[^/?#]+$/.test(address) && hasHost(address)
}

function hasHost(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, username, password } = new URL(address)
  try {
    decodeURIComponent(username + password)
  } catch {
    return false
  }
  return hostname !== ''
}

const isWithoutName = (text: string) => !text.includes('@')

function schemeOf(text: string): string | null {
  return /^(\w+):\/\//.exec(text)?.[1] ?? null
}

export const origin = z
  .string()
  .refine(it => /^https?:\/\//.test(it) && URL.canParse(it), {
    error: ({ input }) => `must be an origin such as https://mille.example, not "${input}"`
  })
  .transform(it => new URL(it).origin)

/**
 * Parses an amount into units of 1e-8. A comma is refused: it is a decimal mark in some countries and groups thousands
 * in others.
 */
export const amount = z.string().transform((it, { addIssue }): bigint => {
  const units = it.includes(',') ? null : parseAmount(it, 'btc')
  if (units !== null) return units
  addIssue(`must be a number such as 0.001, not "${it}"`)
  return z.NEVER
})

/** An amount of at least one unit (1e-8). */
export const positiveAmount = amount.refine(it => it > 0n, {
  error: 'must be at least 0.00000001'
})

/** An amount; null for the word `never`. */
export const amountOrNever = z
  .string()
  .transform(it => (it === 'never' ? null : it))
  .pipe(amount.nullable())

/** An extended public key. A private key is refused, because with it an intruder on the server could take the money. */
export const extendedPublicKey = secretMatching(
  /^[xztv]pub[1-9A-HJ-NP-Za-km-z]{100,115}$/,
  'an extended public key (xpub, zpub, tpub or vpub), and never a private one'
)

export const contract = matching(/^0x[0-9a-fA-F]{40}$/, 'an address, 0x and 40 digits')

/** A host and a port, such as 127.0.0.1:9735 or [::1]:9735. */
export const socketAddress = z.string().transform((it, { addIssue }) => {
  const found = readSocketAddress(it)
  if (found) return found
  addIssue(`must be an address and a port such as 127.0.0.1:9735, not "${it}"`)
  return z.NEVER
})

/** Lightning nodes, separated by spaces. */
export const peersOf = z.string().transform((list, { addIssue }) => {
  const texts = list.split(/\s+/).filter(it => it !== '')
  const peers = texts.flatMap(it => {
    const [publicKey = '', place = ''] = it.split('@')
    const found = readSocketAddress(place)
    return found && /^0[23][0-9a-f]{64}$/.test(publicKey) ? { publicKey, ...found } : []
  })
  if (texts.length > 0 && peers.length === texts.length) return peers
  addIssue(`must be nodes such as 02…@127.0.0.1:9735, with spaces between, not "${list}"`)
  return z.NEVER
})

function readSocketAddress(it: string): { host: string; port: number } | null {
  const [, inBrackets, plain, digits = ''] =
    /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(it) ?? []
  const host = inBrackets ?? plain
  const port = Number(digits)
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port }
}
