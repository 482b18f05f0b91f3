import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createClient } from './clients.ts'
import type { DatabaseAddress } from './database-address.ts'

const retryMs = 500

export type Listener = {
  /** Resolves once the first connection listens. */
  ready: Promise<void>
  stop: () => Promise<void>
}

export type ListenHandlers = {
  onNote: (payload: string) => void
  /**
   * Called after each connection: notifications sent while there was no listener are lost, so the reader has to look
   * for changes.
   */
  onConnect: () => void
}

/** Listens on a separate connection, because a pooled one serves the next caller, and reconnects when it breaks. */
export function listenTo(
  context: { connection: DatabaseAddress; log: Logger },
  channel: string,
  handlers: ListenHandlers
): Listener {
  const stopping = new AbortController()
  let current: pg.Client | null = null
  let isReady: () => void = () => {}
  const ready = new Promise<void>(resolve => {
    isReady = resolve
  })

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const client = createClient(context.connection)
      const ended = new Promise<void>(resolve => client.once('end', resolve))
      // The `end` event, which is awaited, follows each error.
      client.on('error', () => {})
      client.on('notification', note => handlers.onNote(note.payload ?? ''))
      try {
        await client.connect()
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
        current = client
        isReady()
        handlers.onConnect()
        if (!stopping.signal.aborted) await ended
      } catch (error) {
        context.log.warn({ err: error, channel }, 'cannot listen for changes')
      }
      current = null
      await client.end()
      if (!stopping.signal.aborted)
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  // `ready` resolves at the end too, so that no caller waits for a connection that never comes.
  const running = run().finally(isReady)
  return {
    ready,
    async stop() {
      stopping.abort()
      await current?.end()
      await running
    }
  }
}
