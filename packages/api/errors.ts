/** Every error code that the product answers, with its HTTP status and its title. A code never changes its meaning. */
export const errorCodes = {
  // Errors of any call
  not_authenticated: { status: 401, title: 'Sign in first' },
  csrf_token_invalid: { status: 401, title: 'The authenticity token is missing or out of date' },
  not_authorized: { status: 403, title: 'This is not allowed for your account' },
  account_suspended: { status: 403, title: 'Your account is suspended' },
  demonstration_read_only: {
    status: 422,
    title: 'This is a demonstration: nothing can be changed'
  },
  demonstration_hidden: { status: 422, title: 'This is not shown in a demonstration' },
  viewing_read_only: {
    status: 422,
    title: 'You are viewing another account: nothing can be changed'
  },
  viewing_hidden: { status: 422, title: 'This is not shown while you view another account' },
  account_frozen: { status: 403, title: 'Money cannot leave your account right now' },
  scope_missing: { status: 403, title: 'The API key does not have the required scope' },
  foreign_origin: { status: 403, title: 'The request comes from another site' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'This URL does not support that method' },
  idempotency_key_missing: { status: 400, title: 'This call requires an Idempotency-Key header' },
  idempotency_key_reused: {
    status: 409,
    title: 'The idempotency key was already used for another request'
  },
  letter_differs: { status: 409, title: 'Another letter was sent with this ID' },
  body_too_large: { status: 413, title: 'The request is too large' },
  media_type_unsupported: { status: 415, title: 'The media type is not supported' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  invalid: { status: 422, title: 'A value is not valid' },
  csv_invalid: { status: 422, title: 'The file cannot be read as CSV' },
  csv_column_unknown: { status: 422, title: 'The file has a column that is not known' },
  import_refused: { status: 422, title: 'Some rows of the file cannot be imported' },
  import_changed: {
    status: 409,
    title: 'The import would no longer do what the dry run showed'
  },
  amount_invalid: { status: 422, title: 'The amount is not valid' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  captcha_required: { status: 422, title: 'Verify first that you are human' },
  captcha_invalid: { status: 422, title: 'The proof of work is no longer valid' },
  internal: { status: 500, title: 'Something went wrong' },
  unavailable: { status: 503, title: 'The service is not available right now' },
  database_unavailable: { status: 503, title: 'The database is not available right now' },
  // Errors of accounts
  access_code_wrong: { status: 422, title: 'The access code is not correct' },
  access_code_expired: { status: 422, title: 'The access code has expired' },
  confirmation_elsewhere: { status: 422, title: 'Sign in to the account that requested this' },
  confirmation_invalid: { status: 422, title: 'The link is no longer valid' },
  telegram_unavailable: { status: 422, title: 'This network has no Telegram bot' },
  passkey_invalid: { status: 422, title: 'The passkey could not be verified' },
  campaigns_running: { status: 422, title: 'Archive pending and running campaigns first' },
  money_left: { status: 422, title: 'Withdraw the remaining balance first, or give it up' },
  passkey_missing: {
    status: 422,
    title: 'Operators must confirm with a passkey: add one in your settings first'
  },
  step_up_required: { status: 422, title: 'Confirm first that it is you' },
  step_up_unavailable: { status: 422, title: 'The account has no email address to send a code to' },
  own_adjustment: {
    status: 422,
    title: 'You cannot decide on your own money or on your own request'
  },
  operator_too_new: {
    status: 422,
    title: 'New operators cannot approve money for 24 hours'
  },
  own_role: { status: 422, title: 'You cannot change your own role' },
  own_suspension: { status: 422, title: 'You cannot suspend your own account' },
  email_missing: { status: 422, title: 'The account has no email address' },
  last_operator: {
    status: 422,
    title: 'The network needs at least one operator: add another one first'
  },
  origin_not_allowed: { status: 403, title: 'This site is not allowed to sign users in' },
  handoff_invalid: {
    status: 422,
    title: 'The sign-in from the other window is no longer valid'
  },
  legal_version_unknown: { status: 422, title: 'This version was never published' },
  viewing_staff: { status: 422, title: 'The account of an operator cannot be viewed' },
  member_self: { status: 422, title: 'This is your own account' },
  member_invited: { status: 422, title: 'This person is already invited' },
  members_too_many: {
    status: 422,
    title: 'The account has reached the maximum number of members'
  },
  look_around_signed_in: { status: 422, title: 'Sign out of your account first' },
  username_taken: { status: 422, title: 'The name is taken' },
  api_keys_too_many: {
    status: 422,
    title: 'The account has reached the maximum number of API keys'
  },
  report_links_too_many: {
    status: 422,
    title: 'The account has reached the maximum number of links to reports'
  },
  report_mails_too_many: {
    status: 422,
    title: 'The account has reached the maximum number of reports by email'
  },
  notes_too_many: {
    status: 422,
    title: 'The account has reached the maximum number of notes'
  },
  own_notes: { status: 422, title: 'Operators cannot write notes about their own account' },
  // Errors of sites and ad units
  block_rules_too_many: {
    status: 422,
    title: 'The account has reached the maximum number of block rules'
  },
  approval_rules_too_many: {
    status: 422,
    title: 'The account has reached the maximum number of approvals'
  },
  house_ads_too_many: {
    status: 422,
    title: 'The ad unit has reached the maximum number of house ads'
  },
  preview_not_shown: { status: 422, title: 'The ad unit does not show that' },
  fallback_url_missing: { status: 422, title: 'The page of the other network is missing' },
  fallback_url_insecure: {
    status: 422,
    title: 'The page of the other network must have an address with https'
  },
  fallback_url_private: {
    status: 422,
    title: 'The page of the other network must be publicly reachable'
  },
  fallback_url_of_network: {
    status: 422,
    title: 'The page of the other network belongs to this network'
  },
  site_taken: { status: 422, title: 'The site belongs to another account' },
  site_unreachable: { status: 422, title: 'The site could not be reached' },
  verification_not_found: { status: 422, title: 'The verification code was not found on the site' },
  // Errors of campaigns
  state_not_allowed: { status: 422, title: 'This change is not possible in the current state' },
  insufficient_funds: { status: 422, title: 'Insufficient funds' },
  end_passed: { status: 422, title: 'The end is in the past' },
  end_before_start: { status: 422, title: 'The end must be after the start' },
  hours_empty: { status: 422, title: 'The campaign must have at least one hour' },
  currency_fixed: { status: 422, title: 'The currency of a funded campaign cannot be changed' },
  currency_differs: { status: 422, title: 'The amount is in another currency' },
  variants_too_many: {
    status: 422,
    title: 'The campaign has reached the maximum number of variants'
  },
  variants_several: { status: 422, title: 'The campaign has several variants' },
  variant_needed: { status: 422, title: 'The campaign needs this variant' },
  link_macro_unknown: { status: 422, title: 'The link has an unknown macro' },
  link_macro_misplaced: { status: 422, title: 'The link cannot have this macro in this place' },
  banner_not_image: { status: 422, title: 'The file is not a picture' },
  banner_too_large: { status: 422, title: 'The picture is too large' },
  banner_size_unknown: { status: 422, title: 'The picture does not match any banner size' },
  banner_unknown: { status: 422, title: 'The banner does not exist' },
  campaign_unknown: { status: 422, title: 'The campaign does not exist' },
  banner_in_use: { status: 422, title: 'The banner is in use' },
  traffic_source_unknown: { status: 422, title: 'The traffic source does not exist' },
  category_unknown: { status: 422, title: 'The category does not exist' },
  // Errors of bills
  bill_not_ready: { status: 503, title: 'The bill is still being made' },
  bill_too_large: { status: 422, title: 'The bill is too large' },
  event_log_unavailable: { status: 503, title: 'The event log is not available right now' },
  // Errors of coupons
  coupon_unknown: { status: 422, title: 'The coupon does not exist' },
  coupon_expired: { status: 422, title: 'The coupon has expired' },
  coupon_unconfirmed: {
    status: 422,
    title: 'Promotional credit requires a confirmed email address or a first deposit'
  },
  coupon_paused: { status: 422, title: 'The coupon has reached its limit for today' },
  coupon_used: { status: 422, title: 'The coupon has already been used' },
  coupon_taken: { status: 422, title: 'A coupon with this code already exists' },
  // Errors of reports
  report_too_large: {
    status: 422,
    title: 'The report has too much to add up: choose a shorter range'
  },
  // Errors of the marketplace
  offer_unknown: { status: 422, title: 'The offer does not exist' },
  offer_own: { status: 422, title: 'You cannot order your own offer' },
  price_changed: { status: 422, title: 'The price has changed' },
  site_not_verified: { status: 422, title: 'You have not verified this site' },
  description_too_complex: { status: 422, title: 'The formatting is too complex' },
  logo_animated: { status: 422, title: 'The logo is animated' },
  logo_shape: { status: 422, title: 'The logo has the wrong shape' },
  logo_unknown: { status: 422, title: 'The logo does not exist' },
  attachment_unknown: { status: 422, title: 'The attachment does not exist' },
  attachment_not_taken: { status: 422, title: 'This file type is not supported' },
  attachment_too_large: { status: 422, title: 'The file is too large' },
  rated_already: { status: 422, title: 'The order has already been rated' },
  // Errors of payments
  token_unavailable: {
    status: 422,
    title: 'Deposits and withdrawals in this currency are not available'
  },
  address_invalid: { status: 422, title: 'This is not a valid address for this network' },
  address_of_network: { status: 422, title: 'This is a deposit address of this network' },
  amount_below_minimum: { status: 422, title: 'The amount is below the minimum' },
  amount_above_maximum: { status: 422, title: 'The amount is above the maximum' },
  lightning_unavailable: { status: 422, title: 'Lightning is not available right now' },
  too_many_invoices: {
    status: 422,
    title: 'Too many invoices are open: pay one, or wait until one expires'
  },
  invoice_invalid: { status: 422, title: 'This is not a valid Lightning invoice' },
  invoice_wrong_network: { status: 422, title: 'This invoice is for another network' },
  invoice_of_network: { status: 422, title: 'This invoice is from this network itself' },
  invoice_expired: { status: 422, title: 'This invoice has expired or expires too soon' },
  invoice_without_amount: { status: 422, title: 'This invoice has no amount' },
  invoice_used: { status: 422, title: 'Another withdrawal has this invoice' },
  payee_frozen: {
    status: 422,
    title: 'This recipient is new, and the invoice expires before it can be paid'
  },
  lightning_address_invalid: { status: 422, title: 'This is not a valid Lightning Address' },
  lightning_address_not_found: { status: 422, title: 'There is no such Lightning Address' },
  lightning_address_unreachable: {
    status: 422,
    title: 'The server of this Lightning Address could not be reached'
  },
  lightning_address_refused: {
    status: 422,
    title: 'The server of this Lightning Address refused the payment'
  },
  lightning_address_unusable: {
    status: 422,
    title: 'The server of this Lightning Address answered something that cannot be paid'
  },
  amount_over_limit: { status: 422, title: 'The amount exceeds the daily withdrawal limit' },
  worth_required: {
    status: 422,
    title: 'The amount in US dollars to credit for this coin is required'
  },
  worth_not_allowed: { status: 422, title: 'This payment is credited with its own amount' },
  own_dispute: { status: 422, title: 'You cannot decide a dispute about your own order' },
  own_withdrawal: { status: 422, title: 'You cannot approve or reject your own withdrawal' },
  // Errors of announcements and support
  announcement_overlaps: { status: 422, title: 'Another announcement is scheduled for that time' },
  chat_elsewhere: { status: 409, title: 'Live chat is provided by another service' },
  chat_picture_not_taken: { status: 422, title: 'The chat does not support this picture format' },
  chat_picture_too_large: { status: 422, title: 'The picture is too large' },
  chat_picture_unknown: { status: 422, title: 'The picture does not exist or was already sent' }
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorCodes
