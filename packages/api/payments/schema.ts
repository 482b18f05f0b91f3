import { z } from 'zod'
import { passkeyResponse } from '../passkeys/schema.ts'
import {
  asset,
  document,
  documentWithMeta,
  idInput,
  moment,
  pageInput,
  pagination,
  positiveAmountInput,
  resource,
  units
} from '../schema.ts'
import { longestLightningAddress, trimLightning } from './lightning-address.ts'
import { oneSpelling } from './one-spelling.ts'

const tokenCodes = ['BTC', 'USDT', 'USDC'] as const
/** `fiat` is for payment providers. None is built in, so no server of this version offers such a pair. */
const tokenTypes = ['native', 'erc20', 'fiat'] as const
const tokenCode = z.enum(tokenCodes)
const depositableType = z.enum(['user', 'campaign'])

const depositIdInput = z.string().regex(/^[1-9]\d{0,17}$/, 'is not an ID')

export const addressesInput = z.object({ id: idInput, depositable_type: depositableType })
export const newAddressInput = z.object({
  depositable_id: idInput,
  depositable_type: depositableType,
  token_code: tokenCode
})

/** A payment to a deposit address, from the moment when the network sees it. */
export const deposit = z.object({
  id: z.string(),
  transaction_id: z.string(),
  token_code: z.string(),
  amount: units,
  /**
   * `unconfirmed` until the deposit has enough confirmations; `replaced` if another transaction took its place;
   * `too_small` if it is below the minimum deposit and therefore never credited.
   */
  state: z.enum(['unconfirmed', 'credited', 'replaced', 'too_small']),
  confirmations: z.number().int(),
  required_confirmations: z.number().int(),
  seen_at: moment
})
export const depositAddress = resource(
  'deposit_addresses',
  z.object({
    depositable_id: z.string(),
    depositable_type: depositableType,
    token_code: tokenCode,
    address: z.string(),
    /** The address as a BIP 21 or EIP 681 URI, which the QR code contains. */
    uri: z.string(),
    created_at: moment,
    /** Deposits to the address, newest first. */
    deposits: z.array(deposit)
  })
)
const currencyPair = z.object({ token_code: tokenCode, token_type: z.enum(tokenTypes) })
const lightningTerms = z.object({ minimum: units, maximum: units })
export const addressesDocument = documentWithMeta(
  z.array(depositAddress),
  z.object({
    /** Tokens that can be deposited, by currency; empty if no blockchain is connected. */
    currencies: z.record(z.string(), z.array(currencyPair)),
    required_confirmations: z.record(z.string(), z.number().int()),
    /** Minimum deposits by token, for tokens that have one. A smaller payment is not credited. */
    minimum_deposits: z.record(z.string(), units),
    /** Limits of a Lightning invoice’s amount; null if this account or campaign cannot be paid by Lightning. */
    lightning: lightningTerms.nullable()
  })
)
export const addressDocument = document(depositAddress)

export const currency = resource(
  'currencies',
  z.object({
    code: asset,
    /** Units of 1e-8 USD for one whole coin; null if no usable exchange rate exists. */
    usd_rate: units.nullable(),
    /** Units of 1e-8 BTC for one whole coin or dollar. */
    btc_rate: units.nullable(),
    at: moment.nullable(),
    age_seconds: z.number().int().nullable(),
    is_stale: z.boolean()
  })
)
export const currencyList = document(z.array(currency))

const withdrawalStates = [
  'requested',
  'approved',
  'signed',
  'sent',
  'confirmed',
  'cancelled',
  'failed'
] as const
export const withdrawal = resource(
  'withdrawals',
  z.object({
    currency: asset,
    token_code: tokenCode,
    address: z.string(),
    /** Amount that leaves the account, including the fee. */
    amount: units,
    fee: units,
    /**
     * `sent` is a transaction that is not deep enough yet, or a payment by Lightning in flight: neither is paid or refunded
     * until it is decided.
     */
    state: z.enum(withdrawalStates),
    needs_approval: z.boolean(),
    /** The withdrawal is not sent before this moment because its address was new. */
    not_before: moment.nullable(),
    /**
     * Why the withdrawal is not signed yet: too few spendable coins or tokens, no coin for gas, an unavailable signer,
     * the account's 24-hour limit, stopped payouts, or an operator's suspension or freeze of the account.
     */
    waits_for: z
      .enum(['coins', 'gas', 'signer', 'limit', 'stop', 'suspension', 'freeze'])
      .nullable(),
    transaction_id: z.string().nullable(),
    confirmations: z.number().int(),
    required_confirmations: z.number().int(),
    reason: z.string().nullable(),
    /**
     * For a withdrawal by Lightning, whose `address` is the invoice; null for all others. Its `fee` is the most that routing
     * may cost, and what it has cost once it is paid; the rest is returned. The invoice of a Lightning Address is replaced by
     * a new one if it expires before the withdrawal may be paid.
     */
    lightning: z
      .object({
        payment_hash: z.string(),
        /** What proves the payment: its SHA-256 is the payment hash, and only the recipient had it. */
        preimage: z.string().nullable(),
        /** The Lightning Address that the invoice was fetched from; null if the account gave the invoice itself. */
        address: z.string().nullable()
      })
      .nullable(),
    created_at: moment,
    ended_at: moment.nullable()
  })
)
/** A token that the account can withdraw, with the terms. */
export const withdrawalOption = z.object({
  token_code: tokenCode,
  currency: asset,
  available: units,
  minimum: units,
  fee: units,
  /** Amount that the account can still withdraw within the current 24 hours. */
  left_today: units,
  /**
   * An operator must approve a withdrawal if it and the unapproved withdrawals requested in the last 24 hours exceed
   * this amount.
   */
  approval_above: units,
  /** Addresses that the account has withdrawn to. A frozen address cannot be used until `usable_at`. */
  addresses: z.array(z.object({ address: z.string(), usable_at: moment, is_frozen: z.boolean() }))
})
export const lightningDepositsInput = z.object({
  ...pageInput,
  /** Only the invoice with this ID. */
  'filter[id]': depositIdInput.optional()
})
export const newLightningDepositInput = z.object({
  depositable_id: idInput,
  depositable_type: depositableType,
  /** Units of 1e-8 BTC, which are satoshis. */
  amount: positiveAmountInput
})
/** An invoice that was asked for, and what was credited for it. */
export const lightningDeposit = resource(
  'lightning_deposits',
  z.object({
    depositable_id: z.string(),
    depositable_type: depositableType,
    /** The BOLT11 invoice to pay. */
    invoice: z.string(),
    amount: units,
    /** What was received, rounded down to whole satoshis; more than the amount if more was paid. */
    credited: units.nullable(),
    /** A payment that was sent at the last moment may still credit an invoice that is `expired`. */
    state: z.enum(['open', 'credited', 'expired']),
    created_at: moment,
    expires_at: moment,
    credited_at: moment.nullable()
  })
)
export const lightningDepositDocument = document(lightningDeposit)
export const lightningDepositList = documentWithMeta(
  z.array(lightningDeposit),
  z.object({
    pagination: z.object({ records: z.number().int() }),
    /** Limits of an invoice’s amount; null when Lightning is off. */
    terms: lightningTerms.nullable()
  })
)

export const withdrawalsInput = z.object({ ...pageInput })
export const withdrawalList = documentWithMeta(
  z.array(withdrawal),
  z.object({
    pagination: z.object({ records: z.number().int() }),
    options: z.array(withdrawalOption),
    /** Limits of an invoice’s amount, without the fee; null when Lightning is off. */
    lightning: lightningTerms.nullable(),
    freeze_hours: z.number().int()
  })
)
export const withdrawalDocument = document(withdrawal)
const payoutAddress = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'is not an address')
  .transform(oneSpelling)
export const newWithdrawalInput = z.object({
  token_code: tokenCode,
  address: payoutAddress,
  amount: positiveAmountInput
})
/** No BOLT11 invoice is longer. */
export const longestInvoice = 7_089
export const newLightningWithdrawalInput = z
  .object({
    /** A BOLT11 invoice with an amount in whole satoshis, also as a link that begins with `lightning:`. */
    invoice: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(longestInvoice, 'is not an invoice')
      .transform(trimLightning)
      .optional(),
    /** A Lightning Address, such as `ada@wallet.example`, in place of an invoice. An invoice is fetched from its server. */
    address: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(longestLightningAddress, 'is not a Lightning Address')
      .transform(trimLightning)
      .optional(),
    /** What the Lightning Address receives, in units of 1e-8 BTC, which are satoshis. Routing is paid in addition. */
    amount: positiveAmountInput.optional()
  })
  .refine(it => it.invoice !== undefined || it.address !== undefined, {
    error: 'is required, or a Lightning Address',
    path: ['invoice']
  })
  .refine(it => it.invoice === undefined || it.address === undefined, {
    error: 'is not needed with an invoice',
    path: ['address']
  })
  .refine(it => it.address === undefined || it.amount !== undefined, {
    error: 'is required with a Lightning Address',
    path: ['amount']
  })
  .refine(it => it.invoice === undefined || it.amount === undefined, {
    error: 'is that of the invoice',
    path: ['amount']
  })
export const cancelWithdrawalInput = z.object({ id: idInput })

const payoutMethod = z.enum(['chain', 'lightning'])

/**
 * An automatic payout. On-chain, the balance is withdrawn as soon as it reaches the threshold. By Lightning, it is withdrawn
 * once in 24 hours at most, when the threshold can arrive after the most that routing may cost.
 */
export const automaticPayout = resource(
  'automatic_payouts',
  z.object({
    currency: asset,
    token_code: tokenCode,
    method: payoutMethod,
    /** The address on the blockchain, or the Lightning Address. */
    address: z.string(),
    threshold: units,
    /** No automatic payout is sent to the address before this moment. */
    usable_at: moment,
    is_frozen: z.boolean(),
    /**
     * Why the last attempt failed, as the error code of the withdrawal call, or `payment_failed` if a payment by Lightning was
     * requested but did not arrive. The payout is retried.
     */
    problem: z.string().nullable(),
    /** What exactly was wrong; null on-chain. */
    problem_detail: z.string().nullable(),
    /** Nothing is tried by Lightning before this moment; null if the next attempt needs only the threshold. */
    next_try_at: moment.nullable()
  })
)
export const automaticPayoutList = document(z.array(automaticPayout))
export const automaticPayoutInput = z.object({
  token_code: tokenCode,
  /** `lightning` pays BTC to a Lightning Address, where the network has Lightning. */
  method: payoutMethod.default('chain'),
  /** An address on the blockchain, or a Lightning Address, such as `ada@wallet.example`. */
  address: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(longestLightningAddress, 'is not an address')
    .transform(oneSpelling),
  threshold: positiveAmountInput
})
export const endAutomaticPayoutInput = z.object({ id: asset })

export const reviewedWithdrawal = resource(
  'withdrawals',
  withdrawal.shape.attributes.extend({
    /** Null for a withdrawal of the network's own earnings. */
    user_id: z.string().nullable(),
    /** The account's username, or its email address if it has no username; null if it has neither. */
    user_name: z.string().nullable(),
    /**
     * The base64url challenge that an operator's passkey signs to approve the withdrawal: a hash of its name, address,
     * and amount. Null if no approval is needed.
     */
    passkey_challenge: z.string().nullable(),
    /** The earlier transaction that was signed for this withdrawal but can no longer confirm. */
    instead_of: z.string().nullable()
  })
)
export const reviewInput = z.object({ ...pageInput })
export const payoutReview = documentWithMeta(
  z.array(reviewedWithdrawal),
  pagination.extend({
    /** Currencies whose payouts are stopped, with the reasons. */
    stops: z.array(z.object({ id: z.string(), asset, reason: z.string(), created_at: moment })),
    /**
     * After a restore from a backup, nothing is paid out until an operator allows it. Null if no restore awaits that.
     */
    restore: z
      .object({
        backup_at: moment,
        restored_at: moment,
        /** Whether the blockchains were searched for payouts that are missing in the backup. */
        is_searched: z.boolean()
      })
      .nullable(),
    /** Payments out of the network's addresses that belong to no withdrawal, newest first. */
    unknown: z.array(
      z.object({
        id: z.string(),
        chain: z.string(),
        transaction_id: z.string(),
        address: z.string(),
        token_code: tokenCode,
        amount: units,
        /** The account that withdraws to this address; null if there is none or more than one. */
        user_id: z.string().nullable()
      })
    )
  })
)
export const decideWithdrawalInput = z.object({
  id: idInput,
  decision: z.enum(['approve', 'reject']),
  reason: z.string().trim().max(500).optional(),
  /** The operator's passkey response to `passkey_challenge`, which is required to approve. */
  response: passkeyResponse.optional()
})
export const reviewedDocument = document(reviewedWithdrawal)

/**
 * A deposit without an account: to an address that was never issued, or in a token that is not a currency of this
 * network.
 */
export const queuedDeposit = resource(
  'queued_deposits',
  z.object({
    chain: z.string(),
    token_code: z.string(),
    address: z.string(),
    transaction_id: z.string(),
    amount: units,
    confirmations: z.number().int(),
    seen_at: moment,
    /** Why the deposit belongs to no account. */
    why: z.enum(['unknown_address', 'deleted_account', 'paying_account', 'coin']),
    /** An operator's proposal to assign the deposit, which a second operator must confirm. */
    proposal: z
      .object({
        user_id: z.string(),
        /** Value of a payment in the blockchain's native coin, in units of 1e-8 USD. */
        worth: units.nullable(),
        by: z.string(),
        by_name: z.string().nullable()
      })
      .nullable()
  })
)
export const queuedDepositList = documentWithMeta(z.array(queuedDeposit), pagination)
export const assignDepositInput = z.object({
  id: depositIdInput,
  user_id: idInput,
  /** Amount credited to the account for a payment in the blockchain's native coin, in units of 1e-8 USD. */
  worth: positiveAmountInput.optional()
})
/** `is_given` is false until a second operator assigns the deposit to the same account. */
export const assignedDeposit = z.object({ meta: z.object({ is_given: z.boolean() }) })
export const putAwayDepositInput = z.object({
  id: depositIdInput,
  reason: z.string().trim().min(1, 'must not be empty').max(500)
})

const lightningChannel = z.object({
  id: z.string(),
  peer: z.string(),
  capacity: units,
  /** What can be paid and received through the channel in all; the reserve of the side that pays is left out. */
  outbound: units,
  inbound: units,
  outgoing: units,
  incoming: units,
  /** Number of payments in flight, in both directions. */
  in_flight: z.number().int(),
  state: z.enum(['pending', 'open', 'closing', 'closed']),
  /** Since when the peer is not connected; null while it is. */
  disconnected_at: moment.nullable(),
  changed_at: moment
})
const lightningPayment = z.object({
  /** The withdrawal that is paid; null if the payment has none. */
  withdrawal_id: z.string().nullable(),
  user_id: z.string().nullable(),
  payment_hash: z.string(),
  amount: units,
  /** The most that routing may cost. */
  maximum_fee: units,
  created_at: moment
})
/** The Lightning node as the process that runs it last described it. Amounts are in units of 1e-8 BTC, which are satoshis. */
export const lightningNode = document(
  resource(
    'lightning_nodes',
    z.object({
      /** When this was read from the database. */
      read_at: moment,
      /** Whether the network is configured to run a node. */
      is_configured: z.boolean(),
      /** Null until the node has started for the first time. */
      public_key: z.string().nullable(),
      /** Why the node does not run; null while it runs. */
      stopped: z.string().nullable(),
      /** When the channels were last written; null if they never were. */
      at: moment.nullable(),
      /** Whether that was more than 60 seconds ago. */
      is_stale: z.boolean(),
      height: z.number().int().nullable(),
      connected_peers: z.number().int(),
      /** What all channels with a connected peer can pay and receive together. */
      can_send: units,
      can_receive: units,
      /** What one payment can be, when it may be split over all channels. */
      largest_sent: units,
      largest_received: units,
      outgoing: units,
      incoming: units,
      in_flight: z.number().int(),
      /** What withdrawals need that were not yet given to the node. */
      waiting: units,
      /** What routing has cost in the last 24 hours and 30 days. */
      fees_of_day: units,
      fees_of_month: units,
      /** Maximum of an invoice for a deposit; null if the node is not configured. */
      maximum_deposit: units.nullable(),
      /** The largest channels first, at most 200. */
      channels: z.array(lightningChannel),
      /** Payments in flight, the oldest first, at most 50. */
      payments: z.array(lightningPayment),
      /** Number of all payments in flight that the network has started. */
      payment_count: z.number().int()
    })
  )
)
