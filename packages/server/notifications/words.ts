import type { NotificationKind } from '@mille/api/notifications/kinds.ts'
import type { TranslatedLanguage } from '@mille/api/reference-data/languages.ts'
import type { Asset } from '@mille/money/amount.ts'
import { type BrowserParts, browserIn } from '../languages/browser-in.ts'
import { formatDay, formatMoney, formatNumber } from '../languages/formats.ts'
import { type Texts, textsIn } from '../languages/texts.ts'

type Campaign = { campaignId: number; name: string }
type Site = { siteId: number; name: string }
type Unit = { adUnitId: number; name: string }
/** An amount in units of 1e-8, as text since JSON has no bigint. */
type Money = { amount: string; asset: Asset }
/** A reason that a person wrote, or the English text of a built-in reason with its code for translation. */
type Because = { reason: string; cause?: Cause }
export type Cause =
  | { code: Exclude<keyof Texts['causes'], 'link_missing'> }
  | { code: 'link_missing'; since: string }
type Offer = { offerId: number; name: string }
type Order = { orderId: number; name: string }

/** The data that each notification kind needs for its text, stored as JSON. */
export type NotificationData = {
  campaign_approved: Campaign
  campaign_rejected: Campaign & Because
  campaign_page_changed: Campaign & Because & { page: string }
  campaign_out_of_funds: Campaign
  campaign_low_funds: Campaign
  account_low_funds: Money & { need: string }
  unit_verified: Site
  unit_rejected: Site & Because
  unit_unhealthy: Unit & Because
  deposit_seen: Money & { confirmations: number; required: number }
  deposit_credited: Money
  deposit_reversed: Money
  withdrawal_sent: Money & { reference: string }
  withdrawal_failed: Money & Because
  /** An automatic payout by Lightning, which is tried again each day. */
  automatic_payout_failed: Money & Because & { address: string }
  earnings_held: Unit & Because
  earnings_released: Unit
  earnings_taken_back: Unit & Money & Because
  charge_returned: Money & Because
  offer_approved: Offer
  offer_rejected: Offer & Because
  order_placed: Order
  order_accepted: Order
  order_declined: Order & Because
  order_cancelled: Order
  order_expired: Order
  order_published: Order
  order_link_lost: Order & { target: string; page: string }
  order_link_back: Order
  order_disputed: Order & Because
  order_refunded: Order & Because
  order_completed: Order
  /** The browser's name in English, and its parts for translation. Without parts, the English name is shown. */
  new_sign_in: { browser: string; parts?: BrowserParts }
  account_suspended: Because
  suspension_lifted: Record<never, never>
  account_frozen: Because
  freeze_lifted: Record<never, never>
  account_viewed: Because
  /** The name of the account that can be seen. */
  member_invited: { account: string }
  /** What the owner entered to invite the person. */
  member_accepted: { member: string }
  announcement: { header: string; content: string }
}

export type Notice = {
  [Kind in NotificationKind]: { kind: Kind; data: NotificationData[Kind] }
}[NotificationKind]

export type Words = {
  title: string
  text: string
  /** Path of the page that the notification is about. */
  path: string
}

/** Returns a notification's text for the app, email and Telegram, in the reader's language. */
export function wordsFor(notice: Notice, language: TranslatedLanguage): Words {
  const texts = textsIn(language)
  // Each kind's text takes the data that `said` prepares. A test writes every kind in every language.
  const write = texts.notifications[notice.kind] as (said: unknown) => Omit<Words, 'path'>
  return { ...write(said(notice.data, language, texts)), path: pathOf(notice) }
}

type Data = NotificationData[NotificationKind]

/** Returns the data with the values that each language formats in its own way, such as amounts. */
function said(data: Data, language: TranslatedLanguage, texts: Texts) {
  return {
    ...data,
    ...('amount' in data
      ? { money: formatMoney(language, BigInt(data.amount), data.asset) }
      : undefined),
    ...('need' in data
      ? { need: formatMoney(language, BigInt(data.need), data.asset) }
      : undefined),
    ...('confirmations' in data
      ? {
          seen: formatNumber(language, data.confirmations),
          required: formatNumber(language, data.required)
        }
      : undefined),
    ...('reason' in data ? { reason: reasonIn(data, language, texts) } : undefined),
    ...('parts' in data && data.parts ? { browser: browserIn(data.parts, texts) } : undefined)
  }
}

function reasonIn(
  { reason, cause }: Because,
  language: TranslatedLanguage,
  { causes }: Texts
): string {
  if (!cause) return reason
  return cause.code === 'link_missing'
    ? causes.link_missing({ day: formatDay(language, new Date(cause.since)) })
    : causes[cause.code]
}

function pathOf({ kind, data }: Notice): string {
  if ('campaignId' in data) return `/campaigns/${data.campaignId}`
  if ('adUnitId' in data) return `/ad-units/${data.adUnitId}`
  if ('offerId' in data) return `/publication_offers/${data.offerId}`
  if ('orderId' in data) return `/publication_orders/${data.orderId}`
  if ('siteId' in data) return '/ad-units'
  if (kind === 'account_frozen' || kind === 'freeze_lifted') return '/finances/withdraw'
  if ('need' in data) return '/finances/deposit'
  if ('amount' in data) return '/finances'
  if ('account' in data || 'member' in data) return '/settings/team'
  if (kind === 'account_viewed') return '/notifications'
  return kind === 'new_sign_in' ? '/settings' : '/'
}
