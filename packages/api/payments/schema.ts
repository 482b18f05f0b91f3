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
import { oneSpelling } from './one-spelling.ts'

const tokenCodes = ['BTC', 'USDT', 'USDC'] as const
/** `fiat` is what a payment provider takes. None is built in: no server of this version offers such a pair. */
const tokenTypes = ['native', 'erc20', 'fiat'] as const
const tokenCode = z.enum(tokenCodes)
const depositableType = z.enum(['user', 'campaign'])

export const addressesInput = z.object({ id: idInput, depositable_type: depositableType })
export const newAddressInput = z.object({
  depositable_id: idInput,
  depositable_type: depositableType,
  token_code: tokenCode
})

/** A payment to an address, from the moment it is seen. */
export const deposit = z.object({
  id: z.string(),
  transaction_id: z.string(),
  token_code: z.string(),
  amount: units,
  /**
   * `unconfirmed` until it has its confirmations; `replaced` when another transaction took its place; `too_small` below
   * the minimum deposit: it is never credited.
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
    /** BIP 21 or EIP 681: what the QR code says. */
    uri: z.string(),
    created_at: moment,
    /** Newest first. */
    deposits: z.array(deposit)
  })
)
const currencyPair = z.object({ token_code: tokenCode, token_type: z.enum(tokenTypes) })
export const addressesDocument = documentWithMeta(
  z.array(depositAddress),
  z.object({
    /** What can be paid in, by currency; empty when no chain is connected. */
    currencies: z.record(z.string(), z.array(currencyPair)),
    required_confirmations: z.record(z.string(), z.number().int()),
    /** By token, for those that have one: a payment below it is not credited. */
    minimum_deposits: z.record(z.string(), units)
  })
)
export const addressDocument = document(depositAddress)

export const currency = resource(
  'currencies',
  z.object({
    code: asset,
    /** Units of 1e-8 USD for one whole coin; null when there is no rate that can be used. */
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
    /** What leaves the account, the fee with it. */
    amount: units,
    fee: units,
    state: z.enum(withdrawalStates),
    needs_approval: z.boolean(),
    /** Not sent before: the address was new. */
    not_before: moment.nullable(),
    /**
     * Why it is not signed: too few coins or tokens are free, no coin for gas, the signer, the account's limit of 24 hours,
     * payouts are stopped, or an operator has suspended or frozen the account.
     */
    waits_for: z
      .enum(['coins', 'gas', 'signer', 'limit', 'stop', 'suspension', 'freeze'])
      .nullable(),
    transaction_id: z.string().nullable(),
    confirmations: z.number().int(),
    required_confirmations: z.number().int(),
    reason: z.string().nullable(),
    created_at: moment,
    ended_at: moment.nullable()
  })
)
/** What can be paid out, and on what terms. */
export const withdrawalOption = z.object({
  token_code: tokenCode,
  currency: asset,
  available: units,
  minimum: units,
  fee: units,
  /** What the account may still withdraw in these 24 hours. */
  left_today: units,
  /** An operator approves what is above it, together with what was asked for in 24 hours without one. */
  approval_above: units,
  /** Where money went before; what is frozen is so until it is usable. */
  addresses: z.array(z.object({ address: z.string(), usable_at: moment, is_frozen: z.boolean() }))
})
export const withdrawalsInput = z.object({ ...pageInput })
export const withdrawalList = documentWithMeta(
  z.array(withdrawal),
  z.object({
    pagination: z.object({ records: z.number().int() }),
    options: z.array(withdrawalOption),
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
export const cancelWithdrawalInput = z.object({ id: idInput })

/** The balance is withdrawn by itself as soon as it reaches the threshold. */
export const automaticPayout = resource(
  'automatic_payouts',
  z.object({
    currency: asset,
    token_code: tokenCode,
    address: z.string(),
    threshold: units,
    /** Nothing is sent there before. */
    usable_at: moment,
    is_frozen: z.boolean(),
    /** Why the last try made no withdrawal, as the code of that call; it is tried again. */
    problem: z.string().nullable()
  })
)
export const automaticPayoutList = document(z.array(automaticPayout))
export const automaticPayoutInput = z.object({
  token_code: tokenCode,
  address: payoutAddress,
  threshold: positiveAmountInput
})
export const endAutomaticPayoutInput = z.object({ id: asset })

export const reviewedWithdrawal = resource(
  'withdrawals',
  withdrawal.shape.attributes.extend({
    /** Null for what the network takes out of its own earnings. */
    user_id: z.string().nullable(),
    /** Its username, else its email address; null where it has neither. */
    user_name: z.string().nullable(),
    /**
     * What a passkey signs to approve it, base64url: a hash of its name, address and amount. Null if no approval is
     * needed.
     */
    passkey_challenge: z.string().nullable(),
    /** The transaction that was signed for it before and died. */
    instead_of: z.string().nullable()
  })
)
export const reviewInput = z.object({ ...pageInput })
export const payoutReview = documentWithMeta(
  z.array(reviewedWithdrawal),
  pagination.extend({
    /** Assets of which nothing is paid out now, and why. */
    stops: z.array(z.object({ id: z.string(), asset, reason: z.string(), created_at: moment })),
    /** Nothing is paid out after a restore until an operator releases it; null when nothing waits for that. */
    restore: z
      .object({
        backup_at: moment,
        restored_at: moment,
        /** Whether the chains were searched for payouts that the backup does not have. */
        is_searched: z.boolean()
      })
      .nullable(),
    /** What left the network's addresses and no withdrawal asks for, newest first. */
    unknown: z.array(
      z.object({
        id: z.string(),
        chain: z.string(),
        transaction_id: z.string(),
        address: z.string(),
        token_code: tokenCode,
        amount: units,
        /** The only account that withdraws to this address, if there is one. */
        user_id: z.string().nullable()
      })
    )
  })
)
export const decideWithdrawalInput = z.object({
  id: idInput,
  decision: z.enum(['approve', 'reject']),
  reason: z.string().trim().max(500).optional(),
  /** What the operator's passkey answered to `passkey_challenge`; needed to approve. */
  response: passkeyResponse.optional()
})
export const reviewedDocument = document(reviewedWithdrawal)

/** An unassigned deposit: to an address that was never given out, or in a token that is not a currency here. */
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
    /** Why it belongs to no account. */
    why: z.enum(['unknown_address', 'deleted_account', 'paying_account', 'coin']),
    /** What an operator wants it to be, which another one has to want too. */
    proposal: z
      .object({
        user_id: z.string(),
        /** For a payment in the chain's own coin, in units of 1e-8 USD. */
        worth: units.nullable(),
        by: z.string(),
        by_name: z.string().nullable()
      })
      .nullable()
  })
)
export const queuedDepositList = documentWithMeta(z.array(queuedDeposit), pagination)
const depositIdInput = z.string().regex(/^[1-9]\d{0,17}$/, 'is not an ID')
export const assignDepositInput = z.object({
  id: depositIdInput,
  user_id: idInput,
  /** For a payment in the chain's own coin: units of 1e-8 USD that the account gets for it. */
  worth: positiveAmountInput.optional()
})
/** Not given yet: another operator has to give it to the same account. */
export const assignedDeposit = z.object({ meta: z.object({ is_given: z.boolean() }) })
export const putAwayDepositInput = z.object({
  id: depositIdInput,
  reason: z.string().trim().min(1, 'must not be empty').max(500)
})
