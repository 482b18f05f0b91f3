import {
  Bolt11Invoice,
  Bolt11InvoiceDescription,
  Currency,
  Option_u64Z_Some,
  Result_Bolt11InvoiceParseOrSemanticErrorZ_OK
} from 'lightningdevkit'
import type { DecodedInvoice } from '../lightning.ts'
import { toHex } from './bytes.ts'

const networkOf: Readonly<Partial<Record<Currency, DecodedInvoice['network']>>> = {
  [Currency.LDKCurrency_Bitcoin]: 'mainnet',
  [Currency.LDKCurrency_BitcoinTestnet]: 'testnet',
  [Currency.LDKCurrency_Regtest]: 'regtest'
}
/** No real invoice is longer, and LDK should not parse megabytes. */
const longest = 7_089

export type ReadInvoice = DecodedInvoice & { invoice: Bolt11Invoice }

/** LDK checks the signature while it reads. */
export function readInvoice(text: string): ReadInvoice | null {
  if (text.length > longest) return null
  const result = Bolt11Invoice.constructor_from_str(text.trim().toLowerCase())
  if (!(result instanceof Result_Bolt11InvoiceParseOrSemanticErrorZ_OK)) return null
  const invoice = result.res
  const expiresAt = new Date(Number(invoice.duration_since_epoch() + invoice.expiry_time()) * 1000)
  // An expiry can be so far away that no date has it.
  if (Number.isNaN(expiresAt.getTime())) return null
  const amount = invoice.amount_milli_satoshis()
  const msat = amount instanceof Option_u64Z_Some ? amount.some : null
  return {
    invoice,
    paymentHash: toHex(invoice.payment_hash()),
    amount: msat === null ? null : (msat + 999n) / 1000n,
    isWhole: msat === null || msat % 1000n === 0n,
    expiresAt,
    payee: toHex(invoice.get_payee_pub_key()),
    network: networkOf[invoice.currency()] ?? 'other',
    descriptionHash: readDescriptionHash(invoice)
  }
}

function readDescriptionHash(invoice: Bolt11Invoice): string | null {
  const hash = invoice.into_signed_raw().raw_invoice().description_hash()
  // The bindings return an empty object in place of null, and its own 64-bit hash is zero.
  if (hash.hash() === 0n) return null
  return Bolt11InvoiceDescription.constructor_hash(hash).to_str()
}
