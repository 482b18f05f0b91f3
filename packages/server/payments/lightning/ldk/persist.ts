import {
  type ChannelMonitor,
  type ChannelMonitorUpdate,
  ChannelMonitorUpdateStatus,
  type OutPoint,
  Persist
} from 'lightningdevkit'
import { toHex } from './bytes.ts'
import { archiveMonitor, type Write, writeMonitor, writeMonitorUpdate } from './store.ts'

/** Updates after which a monitor is written as a whole again. */
const updatesAtMost = 50

/** What the next commit has to write, and which updates LDK may then count as written. */
export type Batch = { writes: Write[]; updates: { funding: OutPoint; id: bigint }[] }

/**
 * Collects monitors for the next commit. LDK is always told that the write is in progress, and prepares nothing that
 * depends on it until the turn that commits it calls `channel_monitor_updated`.
 */
export function createPersist(batch: () => Batch): Persist {
  const counts = new Map<string, number>()
  const inProgress = ChannelMonitorUpdateStatus.LDKChannelMonitorUpdateStatus_InProgress

  function writeWhole(funding: OutPoint, monitor: ChannelMonitor): void {
    const key = toHex(funding.write())
    counts.set(key, 0)
    batch().writes.push(writeMonitor(key, monitor.write()))
  }

  return Persist.new_impl({
    persist_new_channel(funding, monitor) {
      writeWhole(funding, monitor)
      batch().updates.push({ funding: funding.clone(), id: monitor.get_latest_update_id() })
      return inProgress
    },
    update_persisted_channel(funding, update: ChannelMonitorUpdate, monitor) {
      // After a block there is no update: the monitor itself has changed, and LDK waits for nothing.
      if (isNothing(update)) {
        writeWhole(funding, monitor)
        return inProgress
      }
      const key = toHex(funding.write())
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      const id = update.get_update_id()
      if (count > updatesAtMost) writeWhole(funding, monitor)
      else batch().writes.push(writeMonitorUpdate(key, id, update.write()))
      batch().updates.push({ funding: funding.clone(), id })
      return inProgress
    },
    archive_persisted_channel(funding) {
      batch().writes.push(archiveMonitor(toHex(funding.write())))
    }
  })
}

/** LDK's binding gives an object without a content where Rust has no update; reading it would crash. */
function isNothing(update: ChannelMonitorUpdate): boolean {
  const pointer: unknown = Reflect.get(update, 'ptr')
  return typeof pointer !== 'bigint' || pointer < 1024n
}
