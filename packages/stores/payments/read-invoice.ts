import { trimLightning } from '@mille/api/payments/lightning-address.ts'
import { bech32 } from '@scure/base'

/** What a Lightning invoice says by itself. Only the server checks its signature and its network. */
export type InvoiceFacts = {
  /** In whole satoshis, rounded down; null if the payer chooses the amount. */
  amount: bigint | null
  isWhole: boolean
  expiresAt: Date
  /** What the recipient wrote; null when the invoice has only its hash. */
  description: string | null
}

const form = /^ln[a-z]+?(?:(\d+)([munp]?))?$/
/** Trillionths of a bitcoin in the units of an invoice's amount. */
const factors: Readonly<Record<string, bigint>> = {
  '': 10n ** 12n,
  m: 10n ** 9n,
  u: 10n ** 6n,
  n: 1_000n,
  p: 1n
}
const perSatoshi = 10_000n
const timestampWords = 7
const signatureWords = 104
const tags = { expiry: 6, description: 13 } as const
const defaultSeconds = 3_600

/** Reads a BOLT11 invoice. Returns null if the text is not one, or if a character of it is wrong. */
export function readInvoice(text: string): InvoiceFacts | null {
  const decoded = bech32.decodeUnsafe(trimLightning(text), false)
  const parts = decoded && form.exec(decoded.prefix)
  if (!parts || decoded.words.length < timestampWords + signatureWords) return null
  const [, digits, unit = ''] = parts
  const parsed = digits === undefined ? null : BigInt(digits) * (factors[unit] ?? 0n)
  const words = decoded.words.slice(0, -signatureWords)
  const fields = readFields(words.slice(timestampWords))
  const expiry = fields.get(tags.expiry)
  const seconds = numberOf(words.slice(0, timestampWords))
  const written = fields.get(tags.description)
  return {
    amount: parsed === null ? null : parsed / perSatoshi,
    isWhole: parsed === null || parsed % perSatoshi === 0n,
    expiresAt: new Date((seconds + (expiry ? numberOf(expiry) : defaultSeconds)) * 1_000),
    description: written ? textOf(written) : null
  }
}

/** Returns the first field of each type. A field has its type in one word and its length in two. */
function readFields(words: readonly number[]): Map<number, number[]> {
  const fields = new Map<number, number[]>()
  let at = 0
  while (at + 3 <= words.length) {
    const [type = 0, high = 0, low = 0] = words.slice(at, at + 3)
    const end = at + 3 + high * 32 + low
    if (!fields.has(type)) fields.set(type, words.slice(at + 3, end))
    at = end
  }
  return fields
}

function numberOf(words: readonly number[]): number {
  return words.reduce((sum, word) => sum * 32 + word, 0)
}

function textOf(words: number[]): string | null {
  const bytes = bech32.fromWordsUnsafe(words)
  return bytes ? new TextDecoder().decode(bytes).trim() || null : null
}
