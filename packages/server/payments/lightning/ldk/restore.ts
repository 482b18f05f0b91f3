import {
  type ChannelManager,
  type ChannelMonitor,
  ChannelMonitorUpdate,
  OutPoint,
  Result_C2Tuple_ThirtyTwoBytesChannelMonitorZDecodeErrorZ_OK,
  Result_ChannelMonitorUpdateDecodeErrorZ_OK,
  Result_OutPointDecodeErrorZ_OK,
  UtilMethods
} from 'lightningdevkit'
import { fromHex, toId } from './bytes.ts'
import type { BlockPlace } from './follow-blocks.ts'
import { createManager, type Parts, readManager } from './parts.ts'
import type { SavedState } from './store.ts'

export type RestoredMonitor = { funding: string; monitor: ChannelMonitor }
export type Restored = { manager: ChannelManager; monitors: readonly RestoredMonitor[] }

/** Reads what was saved; a database without a snapshot gets a new node that begins at the given block. */
export function restore(parts: Parts, saved: SavedState, tip: BlockPlace, now: Date): Restored {
  const monitors = saved.monitors.map(it => ({
    funding: it.funding,
    monitor: readMonitor(parts, it.monitor, it.updates)
  }))
  const manager = saved.manager
    ? readManager(
        parts,
        new Uint8Array(saved.manager),
        monitors.map(it => it.monitor)
      )
    : createManager(parts, tip, now)
  return { manager, monitors }
}

function readMonitor(
  parts: Parts,
  saved: Uint8Array,
  updates: readonly Uint8Array[]
): ChannelMonitor {
  const result = UtilMethods.constructor_C2Tuple_ThirtyTwoBytesChannelMonitorZ_read(
    new Uint8Array(saved),
    parts.entropy,
    parts.keys.as_SignerProvider()
  )
  if (!(result instanceof Result_C2Tuple_ThirtyTwoBytesChannelMonitorZDecodeErrorZ_OK))
    throw new Error('A saved Lightning channel cannot be read')
  const monitor = result.res.get_b()
  for (const content of updates) {
    const update = ChannelMonitorUpdate.constructor_read(new Uint8Array(content))
    if (!(update instanceof Result_ChannelMonitorUpdateDecodeErrorZ_OK))
      throw new Error('A saved change of a Lightning channel cannot be read')
    const { broadcaster, estimator, logger } = parts
    if (!monitor.update_monitor(update.res, broadcaster, estimator, logger).is_ok())
      throw new Error('A saved change does not fit the Lightning channel')
  }
  return monitor
}

/** The earliest of the blocks that the channels have seen last. */
export function lowestPlace(
  manager: ChannelManager,
  monitors: readonly RestoredMonitor[]
): BlockPlace {
  const seen = [manager, ...monitors.map(it => it.monitor)].map(it => {
    const best = it.current_best_block()
    return { hash: toId(best.get_block_hash()), height: best.get_height() }
  })
  return seen.reduce((lowest, it) => (it.height < lowest.height ? it : lowest))
}

export function watchMonitors(parts: Parts, monitors: readonly RestoredMonitor[]): void {
  const watch = parts.chainMonitor.as_Watch()
  for (const { funding, monitor } of monitors) {
    const place = OutPoint.constructor_read(fromHex(funding))
    if (!(place instanceof Result_OutPointDecodeErrorZ_OK))
      throw new Error('A saved Lightning channel has no funding')
    if (!watch.watch_channel(place.res, monitor).is_ok())
      throw new Error('A saved Lightning channel is there twice')
  }
}
