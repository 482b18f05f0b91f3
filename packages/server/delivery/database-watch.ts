import type { Context } from '../context.ts'

/**
 * Milliseconds for which ads are chosen from memory while the database is unreachable, and so the maximum age of that
 * data.
 */
const longestAbsenceMs = 10 * 60_000
const patienceMs = 5000

export type DatabaseWatch = {
  /** Reports whether the database has been unreachable for ten minutes. */
  isLost: () => boolean
  /** Milliseconds for which the database has been unreachable; 0 while it answers. */
  awayMs: () => number
  start: () => void
  stop: () => void
}

/** Checks every `beatMs` milliseconds that the database answers. */
export function createDatabaseWatch(
  context: Pick<Context, 'pool' | 'now' | 'log'>,
  beatMs = 2000
): DatabaseWatch {
  let awaySince: Date | null = null
  let timer: NodeJS.Timeout | undefined

  async function beat(): Promise<void> {
    const asked = context.now()
    try {
      // `query_timeout` is an option of the driver that its types omit. Without it, a query on a connection that died
      // silently would never end.
      await context.pool.query(Object.assign({ text: 'select 1' }, { query_timeout: patienceMs }))
      if (awaySince) context.log.info('the database is available again')
      awaySince = null
    } catch {
      if (!awaySince)
        context.log.error('the database is unavailable: decisions continue from memory')
      awaySince ??= asked
    }
    if (timer) plan()
  }

  function plan(): void {
    timer = setTimeout(beat, beatMs)
    timer.unref()
  }

  const awayMs = () => (awaySince === null ? 0 : context.now().getTime() - awaySince.getTime())

  return {
    isLost: () => awayMs() > longestAbsenceMs,
    awayMs,
    start: plan,
    stop() {
      clearTimeout(timer)
      timer = undefined
    }
  }
}
