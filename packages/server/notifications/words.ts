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

/** What a notification says, in the app, by mail and by Telegram alike. */
export function wordsFor({ kind, data }: Notice): Words {
  switch (kind) {
    case 'campaign_approved':
      return campaign(data, 'is approved', 'It runs as soon as it has money.')
    case 'campaign_rejected':
      return campaign(
        data,
        'is rejected',
        `${data.reason}\n\nChange it, and it is looked at again.`
      )
    case 'campaign_out_of_funds':
      return campaign(data, 'is out of money', 'It goes on when you add some.')
    case 'campaign_low_funds':
      return campaign(data, 'is low on money', 'What is left lasts for less than a day.')
    case 'unit_verified':
      return adUnits(`${data.name} is verified`, 'Its ad units show ads and earn from now on.')
    case 'unit_rejected':
      return adUnits(`${data.name} is rejected`, data.reason)
    case 'unit_unhealthy':
      return {
        title: `“${data.name}” needs a look`,
        text: data.reason,
        path: `/ad-units/${data.adUnitId}`
      }
    case 'deposit_seen':
      return finances(
        `A deposit of ${money(data)} is on its way`,
        `It has ${data.confirmations} of ${data.required} confirmations.`
      )
    case 'deposit_credited':
      return finances(`${money(data)} arrived`, 'The deposit is on your balance.')
    case 'deposit_reversed':
      return finances(
        `The deposit of ${money(data)} was reversed`,
        'The network took its transaction back. It is credited again when it is confirmed again.'
      )
    case 'withdrawal_sent':
      return finances(`${money(data)} is sent`, `The transaction is ${data.reference}.`)
    case 'withdrawal_failed':
      return finances(
        `The withdrawal of ${money(data)} failed`,
        `${data.reason}\n\nThe money is back on your balance.`
      )
    case 'earnings_held':
      return unit(
        data,
        `The earnings of “${data.name}” are on hold`,
        `${data.reason}\n\nThey stay on the ad unit until an operator has decided.`
      )
    case 'earnings_released':
      return unit(
        data,
        `The earnings of “${data.name}” are released`,
        'They become available as usual.'
      )
    case 'earnings_taken_back':
      return unit(data, `${money(data)} of “${data.name}” was taken back`, data.reason)
    case 'charge_returned':
      return finances(
        `${money(data)} is back on your balance`,
        `It was charged for views that should not have counted: ${data.reason}`
      )
    case 'offer_approved':
      return offer(data, 'is approved', 'It is in the marketplace, and can be ordered.')
    case 'offer_rejected':
      return offer(data, 'is rejected', `${data.reason}\n\nChange it, and it is looked at again.`)
    case 'order_placed':
      return order(data, 'is ordered', 'Accept or decline it within five days.')
    case 'order_accepted':
      return order(data, 'is accepted', 'The publisher writes to you when it is published.')
    case 'order_declined':
      return order(data, 'is declined', `${data.reason}\n\nThe money is back on your balance.`)
    case 'order_cancelled':
      return order(data, 'is cancelled', 'The advertiser called it back before you accepted it.')
    case 'order_expired':
      return order(
        data,
        'has run out of time',
        'The publisher did not answer or publish it in time. The price is back on the advertiser’s balance.'
      )
    case 'order_published':
      return order(data, 'is published', 'Look at it. It is confirmed in seven days.')
    case 'order_link_lost':
      return order(
        data,
        'has lost its link',
        `On two days the link to ${data.target} was not on ${data.page}. Payments wait until it is back, and the advertiser can dispute the order. If it stays away until the last day of payments, an operator decides.`
      )
    case 'order_link_back':
      return order(data, 'has its link again', 'Payments go on.')
    case 'order_disputed':
      return order(data, 'is disputed', data.reason)
    case 'order_refunded':
      return order(
        data,
        'is refunded',
        `${data.reason}\n\nWhat was not paid to the publisher is back on the advertiser’s balance.`
      )
    case 'order_completed':
      return order(data, 'is completed', 'Thank you.')
    case 'new_sign_in':
      return {
        title: 'Somebody signed in to your account',
        text: `With ${data.browser}. If that was not you, end the session and change your account code.`,
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
