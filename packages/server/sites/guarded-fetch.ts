import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { type Result, success } from '@mille/api/result.ts'
import { isPublicAddress } from './public-address.ts'

export type FetchedPage = {
  status: number
  text: string
  /** The media type in lower case, without parameters; empty if the server sent none. */
  mediaType: string
  /** The final address of the page, after redirects. */
  url: string
  /** The header's value; several policies are separated by commas. */
  contentSecurityPolicy: string
  /** The `Refresh` header, which browsers follow like the meta tag of that name. */
  refresh: string
}
export type FetchFailure = {
  /** `blocked_address`: the address is private, or its port or protocol is not allowed. */
  cause: 'unreachable' | 'blocked_address'
  /** Why a page could not be fetched, as the end of a sentence that begins with the address. */
  reason: string
}
export type Fetched = Result<FetchedPage, FetchFailure>
/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>

export type GuardOptions = {
  /** For development: allows private addresses and any port. */
  allowPrivateHosts: boolean
  userAgent: string
  /** Headers that replace the usual ones or are added to them. */
  headers?: Readonly<Record<string, string>>
  resolve?: Resolve
  timeoutMs?: number
  /** Refuses every address on the way that is not encrypted. */
  isHttpsOnly?: boolean
  /** How much of the body is read; nothing after it. */
  maxBytes?: number
}

const maxRedirects = 3
const usualMaxBytes = 1_000_000

/**
 * Fetches a page at an untrusted address without reaching anything private to this machine. Every address on the way is
 * checked, and the connection goes to exactly the checked IP address. This stops DNS names that change their answer,
 * redirects to internal hosts, and unusual spellings of 127.0.0.1.
 */
export async function guardedFetch(address: string, options: GuardOptions): Promise<Fetched> {
  const { timeoutMs = 5_000 } = options
  const signal = AbortSignal.timeout(timeoutMs)
  let url = new URL(address)
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const target = await findTarget(url, options, signal)
      if (!target.ok) return target
      const answer = await request(url, target.value, options, signal)
      if (answer.location === null) {
        const { location: _, ...page } = answer
        return success({ ...page, url: url.href })
      }
      if (!URL.canParse(answer.location, url)) return unreachable('redirects to an invalid address')
      url = new URL(answer.location, url)
    }
    return unreachable(`redirects more than ${maxRedirects} times`)
  } catch (error) {
    if (signal.aborted) return unreachable(`did not respond within ${timeoutMs / 1000} seconds`)
    return unreachable(networkProblem(error))
  }
}

/**
 * Returns the IP address to connect to. Every address that the name resolves to must be public, or the fetch is
 * refused.
 */
async function findTarget(
  url: URL,
  options: GuardOptions,
  signal: AbortSignal
): Promise<Result<string, FetchFailure>> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return blocked(`leads to ${url.protocol}`)
  if (options.isHttpsOnly && url.protocol !== 'https:')
    return blocked('leads to an address without https')
  // The URL parser has already normalized 2130706433 and 0x7f.1 to 127.0.0.1; the port is empty when it is the default
  // one.
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const isUsualPort = url.port === '' || url.port === '80' || url.port === '443'
  if (!options.allowPrivateHosts && !isUsualPort) return blocked(`leads to port ${url.port}`)
  const addresses = isIP(hostname)
    ? [hostname]
    : await orAborted((options.resolve ?? resolveAll)(hostname), signal)
  const [first] = addresses
  if (first === undefined) return unreachable('has no address')
  if (!options.allowPrivateHosts && !addresses.every(isPublicAddress)) {
    return blocked('leads to an address that is not public')
  }
  return success(first)
}

function unreachable(reason: string) {
  return { ok: false, cause: 'unreachable', reason } as const
}

function blocked(reason: string) {
  return { ok: false, cause: 'blocked_address', reason } as const
}

type Answer = Omit<FetchedPage, 'url'> & { /** Target of a redirect. */ location: string | null }

function request(
  url: URL,
  address: string,
  { userAgent, headers, maxBytes = usualMaxBytes }: GuardOptions,
  signal: AbortSignal
): Promise<Answer> {
  const { request: send } = url.protocol === 'https:' ? https : http
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const outgoing = send(
    {
      host: address,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      path: url.pathname + url.search,
      // The certificate must match the host name, although the connection goes to the IP address.
      servername: isIP(url.hostname.replace(/^\[|\]$/g, '')) ? '' : url.hostname,
      headers: {
        Host: url.host,
        'User-Agent': userAgent,
        Accept: 'text/html, text/plain',
        ...headers,
        'Accept-Encoding': 'identity'
      },
      agent: false,
      maxHeaderSize: 32_768,
      signal
    },
    incoming => {
      const status = incoming.statusCode ?? 0
      const { location } = incoming.headers
      if (status >= 300 && status < 400 && location !== undefined) {
        incoming.destroy()
        const nothing = { text: '', mediaType: '', contentSecurityPolicy: '', refresh: '' }
        resolve({ status, ...nothing, location })
        return
      }
      const [mediaType = ''] = (incoming.headers['content-type'] ?? '').split(';')
      // Node joins headers of the same name with commas, although its types allow a list.
      const contentSecurityPolicy = String(incoming.headers['content-security-policy'] ?? '')
      const chunks: Buffer[] = []
      let size = 0
      const finish = () =>
        resolve({
          status,
          text: Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'),
          mediaType: mediaType.trim().toLowerCase(),
          contentSecurityPolicy,
          refresh: String(incoming.headers.refresh ?? ''),
          location: null
        })
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.byteLength
        if (size < maxBytes) return
        // What is looked for is near the beginning of a page, so nothing after the size limit is read.
        finish()
        incoming.destroy()
      })
      incoming.on('end', finish)
      incoming.on('error', reject)
    }
  )
  outgoing.on('error', reject)
  outgoing.end()
  return promise
}

async function resolveAll(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(found => found.address)
}

/**
 * Waits for the work until the signal aborts. The system's DNS resolver cannot be stopped, but the caller need not wait
 * for it.
 */
function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}

function networkProblem(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has no address'
  if (code === 'ECONNREFUSED') return 'refuses connections'
  if (code.startsWith('ERR_TLS') || code.includes('CERT')) return 'has no valid certificate'
  return 'did not respond like a web server'
}
