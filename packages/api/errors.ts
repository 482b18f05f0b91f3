/** Every error code that the product answers, with its HTTP status and its title. A code never changes its meaning. */
export const errorCodes = {
  // Any call
  not_authenticated: { status: 401, title: 'Sign in first' },
  csrf_token_invalid: { status: 401, title: 'The authenticity token is missing or out of date' },
  not_authorized: { status: 403, title: 'This is not allowed for your account' },
  scope_missing: { status: 403, title: 'The API key is not for this' },
  foreign_origin: { status: 403, title: 'The request comes from another site' },
  not_found: { status: 404, title: 'There is nothing here' },
  method_not_allowed: { status: 405, title: 'This address does not take that method' },
  idempotency_key_missing: { status: 400, title: 'This call needs an Idempotency-Key header' },
  idempotency_key_reused: {
    status: 409,
    title: 'The idempotency key was used for another request'
  },
  body_too_large: { status: 413, title: 'The request is too large' },
  media_type_unsupported: { status: 415, title: 'This media type is not taken here' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  invalid: { status: 422, title: 'A value is not valid' },
  amount_invalid: { status: 422, title: 'The amount is not valid' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  captcha_required: { status: 422, title: 'Show first that you are not a program' },
  captcha_invalid: { status: 422, title: 'The proof of work is not valid any more' },
  internal: { status: 500, title: 'Something went wrong' },
  unavailable: { status: 503, title: 'The service is not available right now' },
  // Accounts
  access_code_wrong: { status: 422, title: 'The access code is not right' },
  access_code_expired: { status: 422, title: 'The access code has expired' },
  confirmation_elsewhere: { status: 422, title: 'Sign in to the account that asked for it' },
  confirmation_invalid: { status: 422, title: 'The link is not valid any more' },
  telegram_unavailable: { status: 422, title: 'This network has no Telegram bot' },
  passkey_invalid: { status: 422, title: 'The passkey did not answer rightly' },
  campaigns_running: { status: 422, title: 'Campaigns still wait or run: archive them first' },
  money_left: { status: 422, title: 'There is money left: take it out first, or give it up' },
  passkey_missing: {
    status: 422,
    title: 'Operators prove who they are with a passkey: add one in your settings first'
  },
  step_up_required: { status: 422, title: 'Confirm first that it is you' },
  step_up_unavailable: { status: 422, title: 'The account has no address to mail a code to' },
  own_adjustment: {
    status: 422,
    title: 'Somebody else has to decide on money of your own or that you asked for'
  },
  operator_too_new: {
    status: 422,
    title: 'Whoever became an operator in the last 24 hours cannot approve money'
  },
  own_role: { status: 422, title: 'Nobody changes their own role' },
  email_missing: { status: 422, title: 'The account has no e-mail address' },
  last_operator: { status: 422, title: 'The network needs one operator: make another one first' },
  origin_not_allowed: { status: 403, title: 'This site may not sign anybody in' },
  handoff_invalid: {
    status: 422,
    title: 'The sign-in from the other window is not valid any more'
  },
  username_taken: { status: 422, title: 'The name is taken' },
  api_keys_too_many: { status: 422, title: 'The account has as many API keys as it may' },
  // Sites and ad units
  site_taken: { status: 422, title: 'The site belongs to another account' },
  site_unreachable: { status: 422, title: 'The site did not answer' },
  verification_not_found: { status: 422, title: 'The proof was not found on the site' },
  // Campaigns
  state_not_allowed: { status: 422, title: 'The state cannot change that way' },
  insufficient_funds: { status: 422, title: 'There is not enough money' },
  currency_fixed: { status: 422, title: 'The currency of a funded campaign cannot change' },
  banner_not_image: { status: 422, title: 'The file is not a picture' },
  banner_too_large: { status: 422, title: 'The picture is too large' },
  banner_size_unknown: { status: 422, title: 'The picture has none of the banner sizes' },
  banner_unknown: { status: 422, title: 'There is no such banner' },
  banner_in_use: { status: 422, title: 'The banner is used by a campaign' },
  traffic_source_unknown: { status: 422, title: 'There is no such traffic source' },
  category_unknown: { status: 422, title: 'There is no such category' },
  // Coupons
  coupon_unknown: { status: 422, title: 'There is no such coupon' },
  coupon_expired: { status: 422, title: 'The coupon has expired' },
  coupon_unconfirmed: {
    status: 422,
    title: 'Promotion money is for accounts with a confirmed e-mail address or a first deposit'
  },
  coupon_paused: { status: 422, title: 'The coupon has given all that it may today' },
  coupon_used: { status: 422, title: 'The coupon is used up' },
  coupon_taken: { status: 422, title: 'There is a coupon with that code already' },
  // Marketplace
  offer_unknown: { status: 422, title: 'There is no such offer' },
  offer_own: { status: 422, title: 'The offer is your own' },
  price_changed: { status: 422, title: 'The price has changed' },
  site_not_verified: { status: 422, title: 'The site is not verified as yours' },
  logo_unknown: { status: 422, title: 'There is no such logo' },
  attachment_unknown: { status: 422, title: 'There is no such attachment' },
  attachment_not_taken: { status: 422, title: 'Files of this kind are not taken' },
  attachment_too_large: { status: 422, title: 'The file is too large' },
  rated_already: { status: 422, title: 'The order has been rated already' },
  // Payments
  token_unavailable: { status: 422, title: 'This cannot be paid in or out here' },
  address_invalid: { status: 422, title: 'This is no address of the network' },
  address_of_network: { status: 422, title: 'The address is one for deposits to this network' },
  amount_below_minimum: { status: 422, title: 'The amount is below the minimum' },
  amount_over_limit: { status: 422, title: 'The amount is over what may be withdrawn in a day' },
  worth_required: { status: 422, title: 'Say how many dollars the account gets for this coin' },
  worth_not_allowed: { status: 422, title: 'This payment is worth its own amount' },
  own_withdrawal: { status: 422, title: 'Somebody else has to decide on your own withdrawal' },
  // Announcements and support
  announcement_overlaps: { status: 422, title: 'Another announcement stands at that time' },
  chat_elsewhere: { status: 409, title: 'The chat is held in another place' },
  chat_picture_not_taken: { status: 422, title: 'The file is no picture that the chat takes' },
  chat_picture_too_large: { status: 422, title: 'The picture is too large' },
  chat_picture_unknown: { status: 422, title: 'There is no such picture to send' }
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorCodes
