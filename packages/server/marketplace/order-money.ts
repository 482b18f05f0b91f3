import { orderDays } from '@mille/api/constants.ts'
import type { Tx } from '../db/connect.ts'
import {
  hold,
  type NewTransfer,
  networkAccount,
  orderAccount,
  postHold,
  transfer,
  userAccount,
  voidHold
} from '../ledger/index.ts'
import { insertReleases, type OrderRow } from './order-queries.ts'
import { type Release, releaseBetween } from './order-rules.ts'

/** Columns that record what an order's money has done so far. */
export type MoneyChange = Partial<Pick<OrderRow, 'released_days' | 'released' | 'refunded'>>

/** Holds the price on the advertiser's account; null when the balance is too low. */
export async function holdPrice(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'advertiser_id' | 'asset' | 'amount'>,
  at: Date
): Promise<bigint | null> {
  const held = await hold(tx, {
    key: `order:${order.id}`,
    from: userAccount(order.advertiser_id, order.asset),
    amount: order.amount,
    reason: 'publication_order',
    subject: subjectOf(order),
    at
  })
  if (held.ok) return held.value.id
  if (held.code === 'insufficient_funds') return null
  throw new Error(`The price of order ${order.id} could not be held: ${held.code}`)
}

/** Moves the held price to the order's own account, from which the publisher is paid day by day. */
export async function takePrice(tx: Tx, order: OrderRow, at: Date): Promise<void> {
  const posted = await postHold(tx, {
    holdId: holdOf(order),
    key: `order:${order.id}:confirmed`,
    amount: order.amount,
    to: orderAccount(order.id, order.asset),
    subject: subjectOf(order),
    at
  })
  if (!posted.ok) throw new Error(`The hold of order ${order.id} was not paid: ${posted.code}`)
}

/** Returns to the advertiser everything that the publisher has not received. */
export async function refund(tx: Tx, order: OrderRow, at: Date): Promise<MoneyChange> {
  const rest = order.amount - order.released
  if (order.confirmed_at === null) {
    const voided = await voidHold(tx, {
      holdId: holdOf(order),
      key: `order:${order.id}:refund`,
      subject: subjectOf(order),
      at
    })
    if (!voided.ok) throw new Error(`Order ${order.id} was not given back: ${voided.code}`)
  } else {
    await move(tx, order, [
      {
        key: `order:${order.id}:refund`,
        kind: 'order_refund',
        amount: rest,
        from: orderAccount(order.id, order.asset),
        to: userAccount(order.advertiser_id, order.asset),
        subject: subjectOf(order),
        at
      }
    ])
  }
  return { refunded: rest }
}

/** Pays the publisher up to the end of a day of the schedule, with one release for each day. */
export async function release(
  tx: Tx,
  order: OrderRow,
  untilDay: number,
  at: Date
): Promise<MoneyChange> {
  const days = Array.from(
    { length: untilDay - order.released_days },
    (_, index) => order.released_days + index + 1
  )
  return pay(
    tx,
    order,
    days.map(day => ({ day, parts: releaseBetween(termsOf(order), day - 1, day) })),
    at
  )
}

/** Pays the publisher the whole rest at once. */
export async function releaseRest(tx: Tx, order: OrderRow, at: Date): Promise<MoneyChange> {
  const day = orderDays.release
  const parts = releaseBetween(termsOf(order), order.released_days, day)
  return pay(tx, order, [{ day, parts }], at)
}

async function pay(
  tx: Tx,
  order: OrderRow,
  payments: { day: number; parts: Release }[],
  at: Date
): Promise<MoneyChange> {
  const last = payments.at(-1)
  if (!last) return {}
  await move(
    tx,
    order,
    payments.flatMap(({ day, parts }) => transfersOf(order, day, parts, at))
  )
  await insertReleases(
    tx,
    payments.map(({ day, parts }) => ({ order_id: order.id, day, ...parts, at }))
  )
  const gross = payments.reduce((sum, it) => sum + it.parts.gross, 0n)
  return { released_days: last.day, released: order.released + gross }
}

/** The whole fee goes to the network, which pays the partner's share out of it. */
function transfersOf(order: OrderRow, day: number, parts: Release, at: Date): NewTransfer[] {
  const { id, asset, publisher_id: publisher, partner_id: partner } = order
  const from = orderAccount(id, asset)
  const fees = networkAccount(asset, 'fee')
  const key = `order:${id}:release:${day}`
  const subject = { type: 'order_release', id: `${id}-${day}` }
  const transfers: NewTransfer[] = [
    { key, kind: 'order_release', amount: parts.net, from, to: userAccount(publisher, asset), at },
    { key: `${key}:fee`, kind: 'order_fee', amount: parts.fee, from, to: fees, at },
    ...(partner === null
      ? []
      : [
          {
            key: `${key}:referral`,
            kind: 'order_referral',
            amount: parts.referral,
            from: fees,
            to: userAccount(partner, asset),
            at
          }
        ])
  ]
  // With small prices, there are days on which there is nothing to pay.
  return transfers.filter(it => it.amount > 0n).map(it => ({ ...it, subject }))
}

async function move(tx: Tx, order: OrderRow, transfers: NewTransfer[]): Promise<void> {
  const moved = await transfer(tx, transfers)
  if (!moved.ok) throw new Error(`The money of order ${order.id} did not move: ${moved.code}`)
}

const subjectOf = ({ id }: Pick<OrderRow, 'id'>) => ({ type: 'order', id: String(id) })

const termsOf = (order: OrderRow) => ({
  amount: order.amount,
  feeBasisPoints: order.fee_basis_points,
  hasPartner: order.partner_id !== null
})

function holdOf(order: OrderRow): bigint {
  if (order.hold_id === null) throw new Error(`Order ${order.id} holds no money`)
  return order.hold_id
}
