import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type DepositAddress = z.infer<typeof schema.depositAddress>
export type DepositAddresses = z.infer<typeof schema.addressesDocument>
export type SeenDeposit = z.infer<typeof schema.deposit>
export type LightningDeposit = z.infer<typeof schema.lightningDeposit>
export type LightningDepositList = z.infer<typeof schema.lightningDepositList>
export type LightningTerms = NonNullable<DepositAddresses['meta']['lightning']>
export type Currency = z.infer<typeof schema.currency>
export type Withdrawal = z.infer<typeof schema.withdrawal>
export type WithdrawalList = z.infer<typeof schema.withdrawalList>
export type WithdrawalOption = z.infer<typeof schema.withdrawalOption>
export type TokenCode = DepositAddress['attributes']['token_code']
export type AutomaticPayout = z.infer<typeof schema.automaticPayout>
/** The state of the Lightning node, for operators. */
export type LightningNode = z.infer<typeof schema.lightningNode>
export type PayoutReview = z.infer<typeof schema.payoutReview>
export type ReviewedWithdrawal = z.infer<typeof schema.reviewedWithdrawal>
export type QueuedDeposit = z.infer<typeof schema.queuedDeposit>

export const readDepositAddresses = endpoint<
  z.input<typeof schema.addressesInput>,
  DepositAddresses
>({
  method: 'GET',
  path: '/api/v1/depositables/{id}/addresses',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary:
    'The deposit addresses of an account or a campaign, with the payments to them, and the available currencies'
})

export const createDepositAddress = endpoint<
  z.input<typeof schema.newAddressInput>,
  z.infer<typeof schema.addressDocument>
>({
  method: 'POST',
  path: '/api/v1/deposit_addresses',
  statuses: [200, 201],
  auth: 'user',
  type: 'deposit_addresses',
  errors: ['not_found', 'token_unavailable'],
  summary: 'The address for a token: 201 if it was created, 200 if it already existed'
})

export const listLightningDeposits = endpoint<
  z.input<typeof schema.lightningDepositsInput>,
  z.infer<typeof schema.lightningDepositList>
>({
  method: 'GET',
  path: '/api/v1/lightning_deposits',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary:
    'The account’s invoices for deposits by Lightning, newest first, and the limits for new ones'
})

export const createLightningDeposit = endpoint<
  z.input<typeof schema.newLightningDepositInput>,
  z.infer<typeof schema.lightningDepositDocument>
>({
  method: 'POST',
  path: '/api/v1/lightning_deposits',
  statuses: [201],
  auth: 'user',
  type: 'lightning_deposits',
  errors: [
    'not_found',
    'lightning_unavailable',
    'token_unavailable',
    'amount_invalid',
    'amount_below_minimum',
    'amount_above_maximum',
    'too_many_invoices'
  ],
  summary:
    'Makes a Lightning invoice for a deposit to an account or a campaign; it is credited within seconds of its payment'
})

export const readCurrencies = endpoint<Record<never, never>, z.infer<typeof schema.currencyList>>({
  method: 'GET',
  path: '/api/v1/currencies',
  statuses: [200],
  auth: 'public',
  errors: [],
  summary: 'The exchange rates between bitcoin and the US dollar, and their age'
})

export const listWithdrawals = endpoint<z.input<typeof schema.withdrawalsInput>, WithdrawalList>({
  method: 'GET',
  path: '/api/v1/withdrawals',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'The account’s withdrawals, newest first, and the terms for new ones'
})

export const createWithdrawal = endpoint<
  z.input<typeof schema.newWithdrawalInput>,
  z.infer<typeof schema.withdrawalDocument>
>({
  method: 'POST',
  path: '/api/v1/withdrawals',
  statuses: [201],
  auth: 'user',
  type: 'withdrawals',
  idempotency: 'required',
  stepUp: true,
  errors: [
    'account_frozen',
    'token_unavailable',
    'address_invalid',
    'address_of_network',
    'amount_invalid',
    'amount_below_minimum',
    'amount_over_limit',
    'insufficient_funds'
  ],
  summary: 'Requests a withdrawal to an address and puts the money on hold'
})

export const createLightningWithdrawal = endpoint<
  z.input<typeof schema.newLightningWithdrawalInput>,
  z.infer<typeof schema.withdrawalDocument>
>({
  method: 'POST',
  path: '/api/v1/lightning_withdrawals',
  statuses: [201],
  auth: 'user',
  type: 'withdrawals',
  idempotency: 'required',
  stepUp: true,
  errors: [
    'account_frozen',
    'lightning_unavailable',
    'invoice_invalid',
    'invoice_wrong_network',
    'invoice_of_network',
    'invoice_expired',
    'invoice_without_amount',
    'invoice_used',
    'amount_invalid',
    'amount_below_minimum',
    'amount_above_maximum',
    'amount_over_limit',
    'payee_frozen',
    'lightning_address_invalid',
    'lightning_address_not_found',
    'lightning_address_unreachable',
    'lightning_address_refused',
    'lightning_address_unusable',
    'insufficient_funds',
    'too_many_requests'
  ],
  summary:
    'Requests the payment of a Lightning invoice, or of an amount to a Lightning Address, and puts it and the most that routing may cost on hold'
})

export const cancelWithdrawal = endpoint<z.input<typeof schema.cancelWithdrawalInput>>({
  method: 'DELETE',
  path: '/api/v1/withdrawals/{id}',
  statuses: [204],
  auth: 'user',
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed'],
  summary: 'Cancels a withdrawal that is not signed yet; the money is released immediately'
})

export const listAutomaticPayouts = endpoint<
  Record<never, never>,
  z.infer<typeof schema.automaticPayoutList>
>({
  method: 'GET',
  path: '/api/v1/automatic_payouts',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'The automatic withdrawals'
})

export const setAutomaticPayout = endpoint<
  z.input<typeof schema.automaticPayoutInput>,
  z.infer<typeof schema.automaticPayoutList>
>({
  method: 'POST',
  path: '/api/v1/automatic_payouts',
  statuses: [200],
  auth: 'user',
  type: 'automatic_payouts',
  stepUp: true,
  errors: [
    'account_frozen',
    'token_unavailable',
    'address_invalid',
    'address_of_network',
    'lightning_unavailable',
    'lightning_address_invalid',
    'lightning_address_not_found',
    'lightning_address_unreachable',
    'lightning_address_refused',
    'lightning_address_unusable',
    'amount_invalid',
    'amount_below_minimum',
    'amount_above_maximum',
    'too_many_requests'
  ],
  summary:
    'Turns on automatic withdrawals, one per currency: to an address, or of BTC to a Lightning Address'
})

export const endAutomaticPayout = endpoint<z.input<typeof schema.endAutomaticPayoutInput>>({
  method: 'DELETE',
  path: '/api/v1/automatic_payouts/{id}',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Turns off automatic withdrawals'
})

export const readPayoutReview = endpoint<z.input<typeof schema.reviewInput>, PayoutReview>({
  method: 'GET',
  path: '/api/v1/admin/withdrawals',
  statuses: [200],
  auth: 'admin',
  roles: ['finance'],
  errors: [],
  summary: 'Withdrawals in progress, those to approve first, and stopped payouts'
})

export const readLightningNode = endpoint<Record<never, never>, LightningNode>({
  method: 'GET',
  path: '/api/v1/admin/lightning',
  statuses: [200],
  auth: 'admin',
  roles: ['finance'],
  errors: [],
  summary:
    'The Lightning node: what its channels can send and receive, each channel, payments in flight, and routing fees'
})

export const releasePayouts = endpoint<Record<never, never>>({
  method: 'POST',
  path: '/api/v1/admin/payouts/release',
  statuses: [204],
  auth: 'admin',
  stepUp: true,
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed'],
  summary: 'Resumes payouts after a restore, once the blockchains have been searched for payments'
})

export const decideWithdrawal = endpoint<
  z.input<typeof schema.decideWithdrawalInput>,
  z.infer<typeof schema.reviewedDocument>
>({
  method: 'PATCH',
  path: '/api/v1/admin/withdrawals/{id}',
  statuses: [200],
  auth: 'admin',
  roles: ['finance'],
  secondOperator:
    'operators cannot decide on their own withdrawals, and new operators cannot approve; approving takes a passkey, which signs the recipient',
  type: 'withdrawals',
  errors: [
    'not_found',
    'state_not_allowed',
    'own_withdrawal',
    'operator_too_new',
    'passkey_invalid'
  ],
  summary: 'Approves a withdrawal with a passkey, or rejects it and returns the money'
})

export const listQueuedDeposits = endpoint<
  z.input<typeof schema.reviewInput>,
  z.infer<typeof schema.queuedDepositList>
>({
  method: 'GET',
  path: '/api/v1/admin/deposits',
  statuses: [200],
  auth: 'admin',
  roles: ['finance'],
  errors: [],
  summary: 'Unassigned deposits'
})

export const assignDeposit = endpoint<
  z.input<typeof schema.assignDepositInput>,
  z.infer<typeof schema.assignedDeposit>
>({
  method: 'PATCH',
  path: '/api/v1/admin/deposits/{id}',
  statuses: [200],
  auth: 'admin',
  roles: ['finance'],
  secondOperator:
    'above the approval limit, another operator has to assign the same amount to the same account',
  stepUp: true,
  type: 'queued_deposits',
  idempotency: 'optional',
  errors: [
    'not_found',
    'state_not_allowed',
    'worth_required',
    'worth_not_allowed',
    'amount_invalid',
    'own_adjustment',
    'operator_too_new'
  ],
  summary:
    'Assigns an unassigned deposit to an account; above the approval limit, once two operators have'
})

export const putAwayDeposit = endpoint<z.input<typeof schema.putAwayDepositInput>>({
  method: 'POST',
  path: '/api/v1/admin/deposits/{id}/put_away',
  statuses: [204],
  auth: 'admin',
  roles: ['finance'],
  stepUp: true,
  type: 'queued_deposits',
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed'],
  summary: 'Dismisses an unassigned deposit, with a reason'
})
