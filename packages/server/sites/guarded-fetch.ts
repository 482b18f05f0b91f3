import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { type Result, success } from '@mille/api/result.ts'
import { isPublicAddress } from './public-address.ts'

export type FetchedPage = {
  status: number
  text: string
  /** Where it came from after the redirects. */
  url: string
  /** As the header says it; several policies are separated by commas. */
  contentSecurityPolicy: string
}
/** Why a page could not be fetched, as the end of a sentence that begins with the address. */
export type FetchFailure = { reason: string }
export type Fetched = Result<FetchedPage, FetchFailure>
/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>

export type GuardOptions = {
  /** In development: private addresses and any port. */
  allowPrivateHosts: boolean
  userAgent: string
  resolve?: Resolve
  timeoutMs?: number
}

const maxRedirects = 3
const maxBytes = 1_000_000

/**
 * Fetches a page that a stranger named, without letting them reach what only this machine can: each address on the
 * way is checked as it will be connected to, and the connection goes to the checked address. A name that resolves
 * differently a moment later, a redirect inwards and the many spellings of 127.0.0.1 all end here.
 */
export async function guardedFetch(address: string, options: GuardOptions): Promise<Fetched> {
  const { timeoutMs = 5_000 } = options
  const signal = AbortSignal.timeout(timeoutMs)
  let url = new URL(address)
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const target = await findTarget(url, options, signal)
      if (!target.ok) return target
      const answer = await request(url, target.value, options.userAgent, signal)
      if (answer.location === null) {
        const { location: _, ...page } = answer
        return success({ ...page, url: url.href })
      }
      if (!URL.canParse(answer.location, url))
        return { ok: false, reason: 'redirects to an invalid address' }
      url = new URL(answer.location, url)
    }
    return { ok: false, reason: `redirects more than ${maxRedirects} times` }
  } catch (error) {
    if (signal.aborted)
      return { ok: false, reason: `did not respond within ${timeoutMs / 1000} seconds` }
    return { ok: false, reason: networkProblem(error) }
  }
}

/** The address to connect to. Every address of the name must be public, or none is used. */
async function findTarget(
  url: URL,
  options: GuardOptions,
  signal: AbortSignal
): Promise<Result<string, FetchFailure>> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { ok: false, reason: `leads to ${url.protocol}` }
  // The URL parser has turned 2130706433 and 0x7f.1 into 127.0.0.1 by now; a port is empty when it is the usual one.
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const isUsualPort = url.port === '' || url.port === '80' || url.port === '443'
  if (!options.allowPrivateHosts && !isUsualPort)
    return { ok: false, reason: `leads to port ${url.port}` }
  const addresses = isIP(hostname)
    ? [hostname]
    : await orAborted((options.resolve ?? resolveAll)(hostname), signal)
  const [first] = addresses
  if (first === undefined) return { ok: false, reason: 'has no address' }
  if (!options.allowPrivateHosts && !addresses.every(isPublicAddress)) {
    return { ok: false, reason: 'leads to an address that is not public' }
  }
  return success(first)
}

type Answer = Omit<FetchedPage, 'url'> & { /** Of a redirect. */ location: string | null }

function request(
  url: URL,
  address: string,
  userAgent: string,
  signal: AbortSignal
): Promise<Answer> {
  const { request: send } = url.protocol === 'https:' ? https : http
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const outgoing = send(
    {
      host: address,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      path: url.pathname + url.search,
      // The certificate must be that of the name, though the connection goes to the address.
      servername: isIP(url.hostname.replace(/^\[|\]$/g, '')) ? '' : url.hostname,
      headers: {
        Host: url.host,
        'User-Agent': userAgent,
        Accept: 'text/html, text/plain',
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
        resolve({ status, text: '', contentSecurityPolicy: '', location })
        return
      }
      // Node puts commas between headers of the same name, though its types say that it may be a list.
      const contentSecurityPolicy = String(incoming.headers['content-security-policy'] ?? '')
      const chunks: Buffer[] = []
      let size = 0
      const finish = () =>
        resolve({
          status,
          text: Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'),
          contentSecurityPolicy,
          location: null
        })
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.byteLength
        if (size < maxBytes) return
        // A proof is near the beginning: what comes after the limit is not read.
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

/** The system's resolver cannot be stopped, but it need not be waited for. */
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
