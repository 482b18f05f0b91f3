import type { Context } from '../context.ts'
import { EventLogUnavailable, readMissingCopies } from '../delivery/index.ts'
import type { HealthCheck } from './health-rules.ts'

/** Checks whether the event log can tolerate the failure of another server. Returns null if the log keeps no copies. */
export async function eventLogCheck(
  context: Pick<Context, 'config' | 'pool'>
): Promise<HealthCheck | null> {
  const name = 'Event log'
  try {
    const missing = await readMissingCopies(context)
    if (!missing) return null
    const { copies, of, servers } = missing
    if (of === 1)
      return {
        name,
        state: 'warning',
        text: 'There is one copy of each report. Reports are lost if the disk of its server is.'
      }
    if (copies === 0) return { name, state: 'ok', text: `All ${of} copies are up to date.` }
    const where = servers.length > 0 ? ` (${servers.join(', ')})` : ''
    // A report is stored only if a majority of the servers store it.
    const isLast = of - copies - 1 <= of / 2
    const next = isLast
      ? 'If another server fails, no views are recorded.'
      : 'Another server may fail.'
    return {
      name,
      state: isLast ? 'alarm' : 'warning',
      text: `${copies} of ${of} copies ${copies === 1 ? 'is' : 'are'} missing or far behind${where}. ${next} Check the server, its disk and its log.`
    }
  } catch (error) {
    if (!(error instanceof EventLogUnavailable)) throw error
    return { name, state: 'alarm', text: 'The event log cannot be reached.' }
  }
}
