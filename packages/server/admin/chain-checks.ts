import type { ChainHealth } from '../payments/index.ts'
import { duration, type HealthCheck, level, minuteMs } from './health-rules.ts'

const count = new Intl.NumberFormat('en')

/** Checks a connected blockchain: whether its node responds, its block height, and how far this network is behind it. */
export function checkChain(
  { title, nodeHeight, height, readAt, scanFrom }: ChainHealth,
  now: Date
): HealthCheck {
  const check = (state: HealthCheck['state'], text: string) => ({ name: title, state, text })
  if (nodeHeight === null)
    return check(
      'alarm',
      'The node does not respond. Deposits are delayed until it does. None are lost.'
    )
  const stands = `The node is at block ${count.format(nodeHeight)}`
  if (height === null || readAt === null)
    return check('warning', `${stands}. No worker has read it yet.`)
  if (nodeHeight < height)
    return check(
      'warning',
      `${stands}, but block ${count.format(height)} has already been read: the node is behind or still syncing. Deposits and payouts are delayed until it has caught up. Nothing is reversed.`
    )
  if (scanFrom !== null)
    return check(
      'warning',
      `${stands}. Its wallet is being searched for payments from block ${count.format(scanFrom)} on. Deposits are delayed until this is done.`
    )
  const silentMs = Math.max(0, now.getTime() - readAt.getTime())
  const behind = Math.max(0, nodeHeight - height)
  const state = level(silentMs, 2 * minuteMs, 10 * minuteMs)
  return check(
    state === 'ok' && behind > 2 ? 'warning' : state,
    `${stands}, we are ${behind === 0 ? 'there' : `${count.format(behind)} behind`}; read ${duration(silentMs)} ago.`
  )
}
