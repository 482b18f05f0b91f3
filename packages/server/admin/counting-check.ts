import type { Context } from '../context.ts'
import { EventLogUnavailable, readCountingLag } from '../delivery/index.ts'
import { duration, type HealthCheck, level, minuteMs } from './health-rules.ts'

/** Checks whether the counters contain what visitors' browsers reported. */
export async function countingCheck(
  context: Pick<Context, 'db' | 'pool' | 'config' | 'now'>
): Promise<HealthCheck> {
  const name = 'Counting'
  try {
    const { since, partitions } = await readCountingLag(context)
    if (since === null) return { name, state: 'ok', text: 'All reports are counted.' }
    const lagMs = Math.max(0, context.now().getTime() - since.getTime())
    const where = `${partitions} ${partitions === 1 ? 'partition' : 'partitions'} of the event log`
    return {
      name,
      state: level(lagMs, minuteMs, 10 * minuteMs),
      text: `Reports from ${duration(lagMs)} ago are not counted yet, in ${where}. Check that a process with the worker role is running.`
    }
  } catch (error) {
    if (!(error instanceof EventLogUnavailable)) throw error
    return { name, state: 'alarm', text: 'The event log cannot be reached. No views are recorded.' }
  }
}
