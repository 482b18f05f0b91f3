import type { LightningState } from '../payments/index.ts'
import { duration, type HealthCheck, level, minuteMs } from './health-rules.ts'

/** Checks the Lightning node: whether it runs, its block, and whether any channel can be used. */
export function checkLightning(
  { height, connectedPeers, usableChannels, stopped, seenAt }: LightningState,
  now: Date
): HealthCheck {
  const check = (state: HealthCheck['state'], text: string) => ({ name: 'Lightning', state, text })
  if (stopped !== null)
    return check(
      'alarm',
      `The node does not run: ${stopped}. It is started again every few seconds.`
    )
  if (seenAt === null || height === null)
    return check(
      'warning',
      'The node has not started yet. Check that a process with the worker role is running.'
    )
  const silentMs = Math.max(0, now.getTime() - seenAt.getTime())
  const state = level(silentMs, minuteMs, 10 * minuteMs)
  const counted = `block ${height}, peers connected: ${connectedPeers}, usable channels: ${usableChannels}`
  return check(
    state === 'ok' && usableChannels === 0 ? 'warning' : state,
    `The node said ${duration(silentMs)} ago: ${counted}.`
  )
}
