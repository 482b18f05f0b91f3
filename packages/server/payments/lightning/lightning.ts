/**
 * What the network needs from a Lightning node, beside the chains of `chain.ts`: a payment here has no address, block or
 * transaction. Amounts are satoshis, the units of 1e-8 BTC. Lightning counts in thousandths of them: what is received is
 * rounded down and what a payment costs is rounded up. Hashes and keys are lowercase hexadecimal.
 *
 * A call throws only when the node cannot answer. It is then unknown whether a payment was started: pay again with the
 * same payment ID, or look it up.
 */
export type Lightning = {
  createInvoice: (request: InvoiceRequest) => Promise<CreatedInvoice>
  /** Returns null when this node has made no invoice with the hash. */
  findInvoice: (paymentHash: string) => Promise<OwnInvoice | null>
  /**
   * Pays an invoice. The payment is in the database before anything leaves the node. The same payment ID again pays
   * nothing and returns the payment as it is now.
   */
  pay: (request: PayRequest) => Promise<PayAnswer>
  /** Returns null when nothing was ever paid by that ID: a refused payment leaves no trace. */
  findPayment: (paymentId: string) => Promise<Payment | null>
  /** Reads an invoice of any network, also an expired one; null when it is not a BOLT11 invoice or its signature is wrong. */
  decode: (invoice: string) => DecodedInvoice | null
  /** Lists the channels whose money is not yet back on the chain or being sent there. */
  listChannels: () => Promise<readonly LightningChannel[]>
  health: () => Promise<LightningHealth>
  /** Calls the listener after the change is in the database. Returns a function that stops it. */
  watch: (listener: (change: LightningChange) => void) => () => void
}

export type LightningNetwork = 'mainnet' | 'testnet' | 'regtest'

export type InvoiceRequest = {
  amount: bigint
  /** At most 639 bytes of UTF-8, which the payer reads. */
  description: string
  /** Of a longer description that the payer has from elsewhere, which the invoice then has in place of the text. */
  descriptionHash?: string
  expirySeconds: number
}
export type CreatedInvoice = { invoice: string; paymentHash: string; expiresAt: Date }

/**
 * An invoice that this node made. One that was paid at the last moment may be settled after it was expired; it never
 * changes again once it is settled.
 */
export type OwnInvoice = CreatedInvoice & { amount: bigint; description: string } & (
    | { state: 'open' | 'expired' }
    | { state: 'settled'; received: bigint; settledAt: Date }
  )

/** What an invoice of ours received, in thousandths of a satoshi. */
export type Received = { paymentHash: string; msat: bigint; at: Date }

export type PayRequest = {
  /** The caller's own name of the payment, 1 to 100 characters. */
  paymentId: string
  invoice: string
  /** The amount that was agreed on. An invoice with another amount is refused; one without an amount gets this. */
  amount: bigint
  /** The most that routing may cost, in satoshis. */
  maximumFee: bigint
}
export type PayAnswer = { refused: PayRefusal } | { payment: Payment }

/** Why nothing was started. */
export type PayRefusal =
  | 'invoice_invalid'
  | 'invoice_expired'
  | 'invoice_paid'
  | 'amount_differs'
  | 'wrong_network'
  | 'own_invoice'
  | 'payment_id_used'

/** A payment in flight is neither paid nor refunded until it is decided, which may take days when a peer is silent. */
export type Payment = { paymentId: string; paymentHash: string; amount: bigint } & (
  | { state: 'in_flight' }
  | { state: 'settled'; preimage: string; fee: bigint }
  | { state: 'failed'; failure: PaymentFailure }
)
/** Why a started payment failed. All of its money is back in the channels. */
export type PaymentFailure =
  /** No way to the payee with enough money, within the fee. */
  | 'no_route'
  /** The payee refused it: unknown, expired or already paid there. */
  | 'rejected'
  | 'expired'
  | 'retries_exhausted'
  | 'other'

/** How a payment ended. */
export type DecidedPayment = { paymentId: string; at: Date } & (
  | { state: 'settled'; preimage: string; feeMsat: bigint }
  | { state: 'failed'; failure: PaymentFailure }
)

export type DecodedInvoice = {
  paymentHash: string
  /** Null when the payer chooses the amount; the invoice's thousandths of a satoshi are rounded up. */
  amount: bigint | null
  /** Whether the amount is in whole satoshis; another one is never paid from here. */
  isWhole: boolean
  expiresAt: Date
  payee: string
  network: LightningNetwork | 'other'
  /** SHA-256 of a description that is not in the invoice; null when the invoice has its description itself. */
  descriptionHash: string | null
}

/** The four amounts add up to the capacity, up to a satoshi for each payment in flight. */
export type LightningChannel = {
  id: string
  peer: string
  capacity: bigint
  ours: bigint
  theirs: bigint
  /** On its way out, not ours any longer unless it fails. */
  outgoing: bigint
  /** On its way in, not ours yet. */
  incoming: bigint
  /** What can be paid through the channel in all, in each direction, without the reserve of the side that pays. */
  outbound: bigint
  inbound: bigint
  /** What one payment can be, which is often a part of that. */
  largestOutbound: bigint
  largestInbound: bigint
  /** Payments in flight, in both directions. */
  inFlight: number
  /** `pending` until its transaction has enough blocks, and `closing` once a side has asked to close it. */
  state: 'pending' | 'open' | 'closing'
  isConnected: boolean
  /** Whether the channel can pay now: confirmed, not closing, and its peer is connected. */
  isUsable: boolean
}

export type LightningHealth = {
  publicKey: string
  /** Why the node has stopped; null while it runs. It never continues without a new start. */
  stopped: string | null
  /** The last block that the node has read. */
  height: number
  connectedPeers: number
  usableChannels: number
}

export type LightningChange = { invoice: string } | { payment: string }
