import type { Context } from '../context.ts'

/** How long ads are chosen from memory while the database is away. That data gets older by as much. */
const longestAbsenceMs = 10 * 60_000
const patienceMs = 5000

export type DatabaseWatch = {
  /** True when the database has been away for ten minutes. */
  isLost: () => boolean
  start: () => void
  stop: () => void
}

/** Asks the database for a sign of life every `beatMs`. */
export function createDatabaseWatch(
  context: Pick<Context, 'pool' | 'now' | 'log'>,
  beatMs = 2000
): DatabaseWatch {
  let awaySince: Date | null = null
  let timer: NodeJS.Timeout | undefined

  async function beat(): Promise<void> {
    const asked = context.now()
    try {
      // The driver's own option, which its types leave out. Without it, a query on a connection that died silently
      // would wait forever.
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

  return {
    isLost: () =>
      awaySince !== null && context.now().getTime() - awaySince.getTime() > longestAbsenceMs,
    start: plan,
    stop() {
      clearTimeout(timer)
      timer = undefined
    }
  }
}
