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
  /** After each connection: the reader has to find what was sent while there was no listener. */
  onConnect: () => void
}

/**
 * Listens on a connection of its own, since one of the pool serves the next caller, and connects again when it breaks.
 */
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
      // An error is followed by the end, which is waited for.
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

  // Who waits for the first connection is not left waiting when there will be none.
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
