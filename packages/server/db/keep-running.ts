import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type EmbeddedDatabase, isRunning, startEmbedded } from './embedded.ts'

const checkMs = 500
const retryMs = 1000

/**
 * Starts the embedded database again, at the same address, when it has ended unexpectedly: it was killed, perhaps by
 * the system for want of memory. What was committed is there again; connections are opened again.
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
