import { createHash } from 'node:crypto'
import { formatAmount } from '@mille/money/amount.ts'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import { cutText } from '../../../html/cut-text.ts'
import { type Failure, failure } from '../../../http/answers/reply.ts'
import { guardedFetch } from '../../../sites/index.ts'

/** Size in bytes from which an answer is refused. The metadata may have a picture of 136,536 characters (LUD-06). */
const tooLarge = 196_608
/** Time in milliseconds for each of the two answers. */
const patienceMs = 4_000
const longestReason = 160
const msatPerSatoshi = 1_000

const payRequest = z.object({
  tag: z.literal('payRequest'),
  callback: z.string(),
  /** Limits in thousandths of a satoshi. Numbers of JSON, so the largest ones are not exact. */
  minSendable: z.number().positive(),
  maxSendable: z.number().positive(),
  metadata: z.string()
})
const invoiceAnswer = z.object({ pr: z.string() })
const refusal = z.object({ status: z.string().regex(/^error$/i), reason: z.unknown() })

export type AddressRequest = { address: string; amount: bigint }
/** What the server of an address sent, unchecked, and the hash of the description that its invoice must have. */
export type FetchedInvoice = { text: string; descriptionHash: string; host: string }
type Fetched = { ok: true; value: FetchedInvoice } | Failure
type Reachable = Pick<Config, 'allowPrivateHosts' | 'publicUrl'>

/** What an address accepts, in whole satoshis, and where its invoices are made. */
type Terms = { host: string; callback: string; metadata: string; least: bigint; most: bigint }

/**
 * Fetches an invoice for an amount in satoshis from the server of a Lightning Address (LUD-16 and LUD-06). Both requests go
 * to a stranger's host, encrypted and by the guard against private addresses.
 */
export async function fetchInvoice(
  config: Reachable,
  { address, amount }: AddressRequest
): Promise<Fetched> {
  const asked = await askTerms(config, address)
  if (!asked.ok) return asked
  const { host, callback, metadata } = asked.value
  const refused = judgeLimits(amount, asked.value, 'amount')
  if (refused) return refused
  const url = URL.parse(callback)
  if (url?.protocol !== 'https:') return unusable(`${host} has no encrypted address for payments.`)
  url.hash = ''
  url.search = `${url.search === '' ? '?' : `${url.search}&`}amount=${amount * BigInt(msatPerSatoshi)}`
  const answer = await ask(config, url)
  if (!answer.ok) return answer
  const made = readAnswer(answer.value, url.host, invoiceAnswer)
  if (!made.ok) return made
  const descriptionHash = createHash('sha256').update(metadata).digest('hex')
  const text = made.value.pr.trim().toLowerCase()
  return { ok: true, value: { text, descriptionHash, host: url.host } }
}

/** Asks the server of an address whether it exists and accepts a threshold in satoshis; null if it does. */
export async function refuseByAddress(
  config: Reachable,
  { address, threshold }: { address: string; threshold: bigint }
): Promise<Failure | null> {
  const asked = await askTerms(config, address)
  return asked.ok ? judgeLimits(threshold, asked.value, 'threshold') : asked
}

async function askTerms(
  config: Reachable,
  address: string
): Promise<{ ok: true; value: Terms } | Failure> {
  const [name = '', host = ''] = address.split('@')
  const terms = await ask(config, new URL(`https://${host}/.well-known/lnurlp/${name}`))
  if (!terms.ok) return terms
  if (terms.value.status === 404)
    return at('lightning_address_not_found', `${host} has no address with this name.`)
  const read = readAnswer(terms.value, host, payRequest)
  if (!read.ok) return read
  const { callback, metadata, minSendable, maxSendable } = read.value
  const least = BigInt(Math.ceil(minSendable / msatPerSatoshi))
  const most = BigInt(Math.floor(maxSendable / msatPerSatoshi))
  return { ok: true, value: { host, callback, metadata, least, most } }
}

/** Refuses an amount that the recipient does not accept, and says the limits. */
function judgeLimits(
  amount: bigint,
  { least, most, host }: Terms,
  pointer: 'amount' | 'threshold'
): Failure | null {
  if (amount >= least && amount <= most) return null
  const code = amount < least ? 'amount_below_minimum' : 'amount_above_maximum'
  const detail = `${host} accepts ${formatAmount(least)} to ${formatAmount(most)} BTC for this address.`
  return failure(code, { pointer, detail })
}

type Answer = { status: number; text: string }

async function ask(
  { allowPrivateHosts, publicUrl }: Reachable,
  url: URL
): Promise<{ ok: true; value: Answer } | Failure> {
  const fetched = await guardedFetch(url.href, {
    allowPrivateHosts,
    userAgent: `MilleLightningAddress/1.0 (+${publicUrl})`,
    headers: { Accept: 'application/json' },
    timeoutMs: patienceMs,
    isHttpsOnly: true,
    maxBytes: tooLarge
  })
  if (!fetched.ok) return at('lightning_address_unreachable', `${url.host} ${fetched.reason}.`)
  const { status, text } = fetched.value
  if (Buffer.byteLength(text) >= tooLarge)
    return unusable(`${url.host} answered with more than ${tooLarge / 1_024} kB.`)
  return { ok: true, value: { status, text } }
}

/** Reads an answer by its schema, or says why the server refuses, which a server may do with any status. */
function readAnswer<Value>(
  { status, text }: Answer,
  host: string,
  schema: z.ZodType<Value>
): { ok: true; value: Value } | Failure {
  const value = parseJson(text)
  const refused = refusal.safeParse(value)
  if (refused.success) {
    const { reason } = refused.data
    const quoted = typeof reason === 'string' ? cutText(reason, longestReason) : ''
    const detail = quoted === '' ? `${host} gave no reason.` : `${host} answered: “${quoted}”`
    return at('lightning_address_refused', detail)
  }
  if (status !== 200)
    return at('lightning_address_unreachable', `${host} responded with status ${status}.`)
  const read = schema.safeParse(value)
  if (!read.success)
    return unusable(`${host} did not answer like the server of a Lightning Address.`)
  return { ok: true, value: read.data }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function at(code: Failure['code'], detail: string): Failure {
  return failure(code, { pointer: 'address', detail })
}

export function unusable(detail: string): Failure {
  return at('lightning_address_unusable', detail)
}
