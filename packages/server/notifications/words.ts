import type { NotificationKind } from '@mille/api/constants.ts'
import { type Asset, formatUnits } from '@mille/money/amount.ts'

type Campaign = { campaignId: number; name: string }
type Site = { siteId: number; name: string }
type Unit = { adUnitId: number; name: string }
/** The amount as text of units of 1e-8: JSON has no bigint. */
type Money = { amount: string; asset: Asset }
type Offer = { offerId: number; name: string }
type Order = { orderId: number; name: string }

/** What each kind has to know for its words. Kept as JSON. */
export type NotificationData = {
  campaign_approved: Campaign
  campaign_rejected: Campaign & { reason: string }
  campaign_out_of_funds: Campaign
  campaign_low_funds: Campaign
  unit_verified: Site
  unit_rejected: Site & { reason: string }
  unit_unhealthy: Unit & { reason: string }
  deposit_seen: Money & { confirmations: number; required: number }
  deposit_credited: Money
  deposit_reversed: Money
  withdrawal_sent: Money & { reference: string }
  withdrawal_failed: Money & { reason: string }
  earnings_held: Unit & { reason: string }
  earnings_released: Unit
  earnings_taken_back: Unit & Money & { reason: string }
  charge_returned: Money & { reason: string }
  offer_approved: Offer
  offer_rejected: Offer & { reason: string }
  order_placed: Order
  order_accepted: Order
  order_declined: Order & { reason: string }
  order_cancelled: Order
  order_expired: Order
  order_published: Order
  order_link_lost: Order & { target: string; page: string }
  order_link_back: Order
  order_disputed: Order & { reason: string }
  order_refunded: Order & { reason: string }
  order_completed: Order
  new_sign_in: { browser: string }
  announcement: { header: string; content: string }
}

export type Notice = {
  [Kind in NotificationKind]: { kind: Kind; data: NotificationData[Kind] }
}[NotificationKind]

export type Words = {
  title: string
  text: string
  /** The page of the thing itself. */
  path: string
}

/** What a notification says in the app, by email, and in Telegram. */
export function wordsFor({ kind, data }: Notice): Words {
  switch (kind) {
    case 'campaign_approved':
      return campaign(data, 'was approved', 'It runs as soon as it is funded.')
    case 'campaign_rejected':
      return campaign(data, 'was rejected', `${data.reason}\n\nEdit it to have it reviewed again.`)
    case 'campaign_out_of_funds':
      return campaign(data, 'is out of funds', 'It continues as soon as you add funds.')
    case 'campaign_low_funds':
      return campaign(data, 'is low on funds', 'The remaining funds will last less than a day.')
    case 'unit_verified':
      return adUnits(`${data.name} was verified`, 'Its ad units can now show ads and earn.')
    case 'unit_rejected':
      return adUnits(`${data.name} was rejected`, data.reason)
    case 'unit_unhealthy':
      return {
        title: `“${data.name}” needs attention`,
        text: data.reason,
        path: `/ad-units/${data.adUnitId}`
      }
    case 'deposit_seen':
      return finances(
        `A deposit of ${money(data)} is pending`,
        `It has ${data.confirmations} of ${data.required} confirmations.`
      )
    case 'deposit_credited':
      return finances(`A deposit of ${money(data)} was credited`, 'The money is in your balance.')
    case 'deposit_reversed':
      return finances(
        `The deposit of ${money(data)} was reversed`,
        'The blockchain reversed the transaction. It is credited again if it is confirmed again.'
      )
    case 'withdrawal_sent':
      return finances(
        `Your withdrawal of ${money(data)} was sent`,
        `The transaction is ${data.reference}.`
      )
    case 'withdrawal_failed':
      return finances(
        `Your withdrawal of ${money(data)} failed`,
        `${data.reason}\n\nThe money is back in your balance.`
      )
    case 'earnings_held':
      return unit(
        data,
        `The earnings of “${data.name}” are on hold`,
        `${data.reason}\n\nThey stay in the ad unit until an operator has decided.`
      )
    case 'earnings_released':
      return unit(
        data,
        `The earnings of “${data.name}” were released`,
        'They become available as usual.'
      )
    case 'earnings_taken_back':
      return unit(
        data,
        `${money(data)} earned by “${data.name}” was returned to advertisers`,
        data.reason
      )
    case 'charge_returned':
      return finances(
        `${money(data)} was refunded to your balance`,
        `It was charged for views that should not have counted: ${data.reason}`
      )
    case 'offer_approved':
      return offer(data, 'was approved', 'It is in the marketplace and can be ordered.')
    case 'offer_rejected':
      return offer(data, 'was rejected', `${data.reason}\n\nEdit it to have it reviewed again.`)
    case 'order_placed':
      return order(data, 'was ordered', 'Accept or decline the order within five days.')
    case 'order_accepted':
      return order(data, 'was accepted', 'You will be notified when it is published.')
    case 'order_declined':
      return order(data, 'was declined', `${data.reason}\n\nThe money is back in your balance.`)
    case 'order_cancelled':
      return order(
        data,
        'was canceled',
        'The advertiser canceled the order before you accepted it.'
      )
    case 'order_expired':
      return order(
        data,
        'has expired',
        'The publisher did not respond or publish it in time. The money is back in the advertiser’s balance.'
      )
    case 'order_published':
      return order(
        data,
        'was published',
        'Review the publication. It is confirmed automatically after seven days.'
      )
    case 'order_link_lost':
      return order(
        data,
        'is missing its link',
        `The link to ${data.target} was missing from ${data.page} on two days. Payments are paused until it is back, and the advertiser can dispute the order. If it is still missing on the last payment day, an operator decides.`
      )
    case 'order_link_back':
      return order(data, 'has its link again', 'Payments continue.')
    case 'order_disputed':
      return order(data, 'was disputed', data.reason)
    case 'order_refunded':
      return order(
        data,
        'was refunded',
        `${data.reason}\n\nThe part that was not paid to the publisher is back in the advertiser’s balance.`
      )
    case 'order_completed':
      return order(data, 'was completed', 'Thank you.')
    case 'new_sign_in':
      return {
        title: 'New sign-in to your account',
        text: `Someone signed in with ${data.browser}. If this was not you, revoke the session and get a new account code.`,
        path: '/settings'
      }
    case 'announcement':
      return { title: data.header, text: data.content, path: '/' }
  }
}

function campaign({ campaignId, name }: Campaign, became: string, text: string): Words {
  return { title: `Your campaign “${name}” ${became}`, text, path: `/campaigns/${campaignId}` }
}

function offer({ offerId, name }: Offer, became: string, text: string): Words {
  return { title: `Your offer “${name}” ${became}`, text, path: `/publication_offers/${offerId}` }
}

function order({ orderId, name }: Order, became: string, text: string): Words {
  return { title: `“${name}” ${became}`, text, path: `/publication_orders/${orderId}` }
}

const unit = ({ adUnitId }: Unit, title: string, text: string): Words => ({
  title,
  text,
  path: `/ad-units/${adUnitId}`
})
const adUnits = (title: string, text: string): Words => ({ title, text, path: '/ad-units' })
const finances = (title: string, text: string): Words => ({ title, text, path: '/finances' })
const money = ({ amount, asset }: Money) =>
  `${formatUnits(BigInt(amount), asset === 'BTC' ? 8 : 2)} ${asset}`
