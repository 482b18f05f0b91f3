import { computingWrites, type ReadOnly } from './read-only.ts'

/*
 * What strangers who look around in a demonstration may call: docs/decisions/264-suspended-and-deleted-accounts.md. A
 * call that is in none of these lists is refused, so a new one is closed until someone decides about it. The tables in
 * docs/api/looking-around.md are generated from these lists.
 */

/** Reads of accounts that strangers are shown, and operators who view an account. */
export const readsOfAccounts = [
  ...['current_user', 'users/{id}', 'first_steps', 'overview', 'shown_ads', 'reports'],
  ...['ad_units', 'ad_units/{id}', 'ad_units/{id}/code', 'ad_units/{id}/house_ads'],
  ...['ad_units/{id}/diagnosis', 'ad_units/{id}/statements', 'ad_units/{id}/statistics'],
  ...['ad_units/{id}/floor_forecast', 'ads_to_approve', 'approval_rules', 'block_rules'],
  ...['sites', 'sites/{id}', 'campaigns', 'campaigns/{id}', 'campaigns/{id}/variants'],
  ...['campaigns/{id}/traffic_sources', 'campaigns/{id}/exclusions', 'campaigns/{id}/diagnosis'],
  ...['campaigns/{id}/statements', 'campaigns/{id}/statistics'],
  'campaigns/{id}/traffic_statistic',
  ...['users/{userId}/finances/balances', 'users/{userId}/finances/earnings'],
  ...['users/{userId}/finances/history', 'users/{userId}/finances/history/{id}'],
  ...['users/{userId}/finances/holds', 'users/{userId}/finances/stats'],
  ...['users/{userId}/finances/statements', 'withdrawals', 'publication_orders'],
  ...['user/legal_consents', 'notification_preferences', 'report_links', 'report_mails'],
  ...['automatic_payouts', 'lightning_deposits', 'depositables/{id}/addresses'],
  'affiliate_reports'
] as const

/** Reads of operators that strangers are shown: of the network as a whole, and of what is to be published anyway. */
const ofOperators = [
  ...[
    'home',
    'health',
    'queues',
    'ledger_checks',
    'settings',
    'fee_basis',
    'catalogue',
    'network_reports'
  ],
  ...['announcements', 'legal_pages', 'creatives', 'sites', 'publication_offers'],
  'brand_changes'
] as const

const shownReads: ReadonlySet<string> = new Set([
  ...readsOfAccounts.map(path => `GET /api/v1/${path}`),
  ...ofOperators.map(path => `GET /api/v1/admin/${path}`)
])

const person = 'shows other accounts'
const payer = 'shows payments of other accounts'
const chat = 'shows what people wrote to the operators'
const file = 'makes a file, which other readers wait for'
const stream = 'keeps a connection, of which an account has few'
const secret = 'shows how its owner signs in or gives access'

/** Reads that strangers are not shown, each with the reason. */
export const hiddenReads: Readonly<Record<string, string>> = {
  'GET /api/v1/api_keys': secret,
  'GET /api/v1/members': secret,
  'GET /api/v1/memberships': secret,
  'GET /api/v1/user/passkeys': secret,
  'GET /api/v1/user/sessions': secret,
  'GET /api/v1/user/step_up': secret,
  'GET /api/v1/users/{userId}/notifications': 'names other accounts and the browsers of its owner',
  'GET /api/v1/user/export': 'has everything about the account, sessions included',
  'GET /api/v1/users/{userId}/finances/statements/{month}/{currency}': 'has billing details',
  'GET /api/v1/publication_orders/{id}': 'shows what another account ordered and wrote',
  'GET /api/v1/publication_orders/{id}/messages': 'shows what another account wrote',
  'GET /api/v1/publication_orders/{id}/attachments/{attachment_id}':
    'is a file that another account uploaded',
  'GET /api/v1/chat/messages': chat,
  'GET /api/v1/chat/pictures/{id}': chat,
  'GET /api/v1/ad_units/{id}/bill': file,
  'GET /api/v1/campaigns/{id}/bill': file,
  'GET /api/v1/campaigns.csv': file,
  'GET /api/v1/reports.csv': file,
  'GET /api/v1/ad_units/{id}/statements.csv': file,
  'GET /api/v1/campaigns/{id}/statements.csv': file,
  'GET /api/v1/users/{userId}/finances/history.csv': file,
  'GET /api/v1/admin/network_reports.csv': file,
  'GET /api/v1/notifications/stream': stream,
  'GET /api/v1/chat/stream': stream,
  'GET /api/v1/admin/chat/stream': stream,
  'GET /api/v1/admin/users': person,
  'GET /api/v1/admin/users/{id}': person,
  'GET /api/v1/admin/users/{id}/notes': person,
  'GET /api/v1/admin/users/{id}/history': person,
  'GET /api/v1/admin/users/{id}/holdings': person,
  'GET /api/v1/admin/audit_log': 'has what operators entered about other accounts',
  'GET /api/v1/admin/coupons': 'has codes that are worth credit',
  'GET /api/v1/admin/invalid_traffic': 'shows visitors and other accounts',
  'GET /api/v1/admin/reported_creatives': 'shows what readers wrote to the operators',
  'GET /api/v1/admin/publication_disputes': 'shows what other accounts wrote',
  'GET /api/v1/admin/publication_disputes/{id}': 'shows what other accounts wrote',
  'GET /api/v1/admin/adjustments': payer,
  'GET /api/v1/admin/deposits': payer,
  'GET /api/v1/admin/withdrawals': payer,
  'GET /api/v1/admin/lightning': payer,
  'GET /api/v1/admin/earnings': payer,
  'GET /api/v1/admin/chat/conversations': chat,
  'GET /api/v1/admin/chat/conversations/{id}': chat,
  'GET /api/v1/admin/chat/conversations/{id}/messages': chat,
  'GET /api/v1/admin/chat/letters': chat,
  'GET /api/v1/admin/suggestions': chat
}

/** Writes that open or end the session itself. */
const ofSession: ReadonlySet<string> = new Set([
  'POST /api/v1/authenticity_token',
  'POST /api/v1/user/look_arounds',
  'POST /api/v1/users',
  'POST /api/v1/user/access_codes',
  'POST /api/v1/user/sign_in',
  'POST /api/v1/user/passkey_sessions',
  'DELETE /api/v1/user/session'
])

const openWrites: ReadonlySet<string> = new Set([...ofSession, ...computingWrites])

/** A session by which a stranger looks around in a demonstration. */
export const lookingAround: ReadOnly = {
  ...{ shownReads, hiddenReads, openWrites },
  refused: 'demonstration_read_only',
  hidden: 'demonstration_hidden',
  explain: reason => `This is not shown in a demonstration, because it ${reason}.`
}

/**
 * Matches the last 64 characters before an `@`, and the domain. Without these limits, a text of 5,000 letters that a
 * stranger wrote would take a quarter of a second to search.
 */
const emailAddress = /[^\s@<>"'():,;]{1,64}@[^\s@<>"'():,;]{1,253}\.[^\s@<>"'():,;]+/gu

/** Replaces every email address in a document. Accounts without a name are called by their address. */
export async function withoutAddresses(response: Response): Promise<Response> {
  if (response.body === null || !/json/.test(response.headers.get('content-type') ?? ''))
    return response
  const document: unknown = JSON.parse(await response.text(), (_, value: unknown) =>
    typeof value === 'string' ? value.replace(emailAddress, 'hidden@example.invalid') : value
  )
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(document), { status: response.status, headers })
}
