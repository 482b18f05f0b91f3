/** A table whose new rows are sealed, and the columns that never change afterward. */
export type SealedBook = {
  table: string
  /** Name in seals when columns of a table are sealed separately; otherwise the table's name. */
  name?: string
  /** An integer column that numbers the rows. */
  number: string
  columns: readonly string[]
  /** Whether rows may be added below existing numbers, so that all of them are examined each time. */
  isUnordered?: true
  /** SQL condition that limits the book to rows whose values are already known, for values added after the row. */
  where?: string
}

export const nameOf = (book: SealedBook) => book.name ?? book.table

/**
 * What is sealed: everything that the network's money is computed from, and operators' actions. Columns that keep
 * changing, such as states and counters, are left out; other checks compare them with what is sealed.
 */
export const sealedBooks: readonly SealedBook[] = [
  {
    table: 'ledger_transfers',
    number: 'id',
    columns: [
      'key',
      'request_hash',
      'kind',
      'asset',
      'amount',
      'from_account',
      'to_account',
      'reason',
      'at',
      'subject_type',
      'subject_id'
    ]
  },
  {
    table: 'ledger_accounts',
    number: 'id',
    columns: ['owner', 'owner_id', 'asset', 'kind']
  },
  {
    table: 'ledger_holds',
    number: 'id',
    columns: [
      'key',
      'request_hash',
      'from_account',
      'held_account',
      'amount',
      'reason',
      'created_at',
      'expires_at'
    ]
  },
  {
    table: 'campaign_holds',
    number: 'hold_id',
    columns: ['campaign_id', 'window_start', 'window_end']
  },
  {
    table: 'settlements',
    number: 'entry',
    columns: [
      'campaign_id',
      'window_start',
      'window_end',
      'asset',
      'active_seconds',
      'billable',
      'due',
      'charged',
      'fee',
      'referral',
      'partner_id',
      'promotion',
      'settled_at'
    ]
  },
  {
    table: 'settlement_shares',
    number: 'entry',
    columns: [
      'campaign_id',
      'window_start',
      'unit_id',
      'billable',
      'gross',
      'fee',
      'referral',
      'net',
      'waiting'
    ]
  },
  {
    table: 'setting_changes',
    number: 'id',
    columns: ['name', 'value', 'valid_from', 'changed_by', 'changed_at']
  },
  {
    table: 'campaign_terms',
    number: 'id',
    columns: [
      'campaign_id',
      'valid_from',
      'asset',
      'traffic_type',
      'daily_budget',
      'max_cpm',
      'total_budget',
      'changed_at'
    ]
  },
  // Sealed separately, so that old terms, which had no hours, are sealed too.
  {
    table: 'campaign_terms',
    name: 'campaign_hours',
    number: 'id',
    columns: ['hours', 'time_zone']
  },
  {
    table: 'unit_earnings',
    number: 'id',
    columns: ['unit_id', 'asset', 'day', 'waits', 'matures_at']
  },
  // The states of rows that keep changing: slow starts, holds on earnings, and roles.
  {
    table: 'watched_changes',
    number: 'id',
    columns: ['subject', 'row_id', 'state', 'at']
  },
  { table: 'receipt_keys', number: 'id', columns: ['public_key', 'created_at'] },
  { table: 'public_log_keys', number: 'id', columns: ['public_key', 'created_at'] },
  { table: 'premium_periods', number: 'entry', columns: ['user_id', 'since'] },
  // Premium periods may end in any order.
  {
    table: 'premium_periods',
    name: 'premium_ends',
    number: 'entry',
    columns: ['until'],
    isUnordered: true,
    where: 'until is not null'
  },
  { table: 'users', number: 'id', columns: ['partner_id', 'created_at'] },
  { table: 'campaigns', number: 'id', columns: ['user_id', 'fee_halved'] },
  {
    table: 'coupons',
    number: 'id',
    columns: [
      'code',
      'effect',
      'asset',
      'amount',
      'uses_limit',
      'uses_per_account',
      'created_by',
      'created_at'
    ]
  },
  {
    table: 'coupon_redemptions',
    number: 'campaign_id',
    columns: ['coupon_id', 'user_id', 'created_at'],
    isUnordered: true
  },
  { table: 'ad_units', number: 'id', columns: ['user_id', 'created_at'] },
  {
    table: 'deposit_addresses',
    number: 'id',
    columns: [
      'depositable_type',
      'depositable_id',
      'user_id',
      'chain',
      'token_code',
      'address_index',
      'address',
      'created_at'
    ]
  },
  {
    table: 'withdrawals',
    number: 'id',
    columns: [
      'user_id',
      'asset',
      'token_code',
      'chain',
      'address',
      'amount',
      'fee',
      'hold_id',
      'created_at'
    ]
  },
  // Sealed separately, so that the names of old withdrawals are sealed too.
  { table: 'withdrawals', name: 'withdrawal_names', number: 'id', columns: ['name'] },
  {
    table: 'payouts',
    number: 'id',
    columns: ['chain', 'transaction_id', 'raw', 'fee', 'replaces', 'created_at']
  },
  {
    table: 'payouts',
    name: 'payout_purposes',
    number: 'id',
    columns: ['purpose', 'address_id', 'swept_token', 'moved', 'up_to', 'nonce', 'change_address']
  },
  {
    table: 'unknown_payouts',
    number: 'id',
    columns: ['payout_id', 'output', 'address', 'token_code', 'asset', 'amount']
  },
  {
    table: 'deposits',
    number: 'id',
    columns: ['chain', 'transaction_id', 'output', 'address', 'token_code', 'seen_at']
  },
  {
    table: 'deposits',
    name: 'deposit_minimums',
    number: 'id',
    columns: ['minimum', 'is_too_small']
  },
  {
    table: 'adjustments',
    number: 'id',
    columns: ['user_id', 'asset', 'amount', 'reason', 'made_by', 'made_at']
  },
  {
    table: 'publication_orders',
    number: 'id',
    columns: [
      'offer_id',
      'advertiser_id',
      'publisher_id',
      'price_us_cents',
      'asset',
      'amount',
      'rate',
      'fee_basis_points',
      'partner_id',
      'created_at'
    ]
  },
  {
    table: 'publication_order_events',
    number: 'entry',
    columns: ['order_id', 'sequence', 'from_state', 'to_state', 'actor', 'user_id', 'reason', 'at']
  },
  {
    table: 'publication_order_releases',
    number: 'entry',
    columns: ['order_id', 'day', 'gross', 'fee', 'referral', 'net', 'at']
  },
  { table: 'audit_entries', number: 'id', columns: ['at', 'user_id', 'act', 'summary', 'input'] },
  // An action's outcome is stored after the action, and actions may end in any order.
  { table: 'audit_outcomes', number: 'entry_id', columns: ['at', 'status', 'code'] }
]
