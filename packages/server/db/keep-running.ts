import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type EmbeddedDatabase, isRunning, startEmbedded } from './embedded.ts'

const checkMs = 500
const retryMs = 1000

/**
 * Restarts the embedded database at the same address if it ends unexpectedly, for example because the system ran out of
 * memory. Committed data is kept, and connections are reopened.
 */
export function keepRunning(
  folder: string,
  database: EmbeddedDatabase,
  log: Logger
): EmbeddedDatabase {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  let current = database

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await pause(checkMs)
      if (signal.aborted || isRunning(folder)) continue
      log.error('the database has ended and is started again')
      try {
        current = await startEmbedded(folder, String(database.connection.host))
        log.info('the database runs again')
      } catch (error) {
        log.error({ err: error }, 'the database does not start')
        await pause(retryMs)
      }
    }
  }
  const watching = watch()

  return {
    ...database,
    async stop() {
      stopping.abort()
      await watching
      await current.stop()
    }
  }
}
