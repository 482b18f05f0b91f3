import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Context } from '../../context.ts'
import { createClient } from '../../db/clients.ts'

const retryMs = 500

type Callbacks = {
  onChange: (what: string) => void
  /** It listens from now on: what changed before was missed. */
  onConnect: () => void
}

/** Listens to what the database's triggers say of the inventory, over a connection of its own that is made again. */
export function createListener(
  context: Pick<Context, 'connection' | 'log'>,
  { onChange, onConnect }: Callbacks,
  stopping: AbortSignal
) {
  let client: pg.Client | null = null
  const first = Promise.withResolvers<void>()

  async function listenOnce(): Promise<void> {
    const mine = createClient(context.connection)
    const ended = new Promise<void>(resolve => mine.once('end', resolve))
    // An error is followed by the end, which is waited for.
    mine.on('error', () => {})
    mine.on('notification', ({ payload }) => onChange(payload ?? ''))
    try {
      await mine.connect()
      await mine.query('listen inventory')
      client = mine
      onConnect()
      first.resolve()
      if (!stopping.aborted) await ended
    } catch (error) {
      context.log.warn({ err: error }, 'the inventory cannot listen for changes')
    }
    client = null
    await mine.end()
  }

  return {
    /** Resolves when it does for the first time. */
    isListening: first.promise,
    async run(): Promise<void> {
      while (!stopping.aborted) {
        await listenOnce()
        if (stopping.aborted) return
        await sleep(retryMs, undefined, { signal: stopping, ref: false }).catch(() => {})
      }
    },
    async close(): Promise<void> {
      await client?.end()
    }
  }
}
