import type { UnreadEvent } from '@mille/api/notifications/streams.ts'
import { findLiveSessions } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { type Listener, listenTo } from '../db/listen.ts'
import { createEventStream, type EventStream } from '../http/answers/event-stream.ts'
import { failure, type Reply, streamReply } from '../http/answers/reply.ts'
import type { Call } from '../http/serve.ts'
import { createStreamPlaces } from '../http/stream-places.ts'
import { countUnread } from './queries.ts'

export type UnreadStreams = ReturnType<typeof createUnreadStreams>

type Open = {
  userId: number
  sessionHash: Buffer
  events: EventStream
  isReading: boolean
  isStale: boolean
}

/** Written by the table's own triggers: an account, or `*` for many. */
const channel = 'notifications'
const beatMs = 15_000
const maxOfAccount = 10

/** The open streams of this process. A note only says whose count has changed; the count is the table's. */
export function createUnreadStreams(context: Context) {
  const all = new Set<Open>()
  const places = createStreamPlaces(maxOfAccount)
  let listener: Listener | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function open(call: Call<unknown>): Promise<Reply<void>> {
    // Hono answers HEAD with what GET answers, and this answer would never be read.
    if (call.request.method !== 'GET') return failure('method_not_allowed')
    if (isStopped) return failure('unavailable', { retryAfterSeconds: 5 })
    const tooMany = failure('too_many_requests', { retryAfterSeconds: 60 })
    return places.openIn(call, tooMany, leavePlace => openAt(call, leavePlace))
  }

  async function openAt(
    { session, user }: Call<unknown>,
    leavePlace: () => void
  ): Promise<Reply<void>> {
    if (!session) return failure('method_not_allowed')
    await listening()
    const events = createEventStream(() => {
      all.delete(opened)
      leavePlace()
    })
    const opened: Open = {
      userId: user.id,
      sessionHash: session.idHash,
      events,
      isReading: false,
      isStale: false
    }
    all.add(opened)
    if (isStopped) events.close()
    wake(opened)
    return streamReply(events.body)
  }

  function listening(): Promise<void> {
    listener ??= listenTo(context, channel, {
      onNote: note => {
        for (const one of all) if (note === '*' || note === String(one.userId)) wake(one)
      },
      onConnect: () => {
        for (const one of all) wake(one)
      }
    })
    timer ??= setInterval(() => void beat(), beatMs).unref()
    return listener.ready
  }

  /** What comes while the count is read makes it be read again. */
  function wake(one: Open): void {
    one.isStale = true
    if (one.isReading) return
    one.isReading = true
    void sendCount(one).catch((error: Error) => {
      context.log.warn({ error: error.message }, 'an unread count could not be read')
      one.events.close()
    })
  }

  async function sendCount(one: Open): Promise<void> {
    while (one.isStale && all.has(one)) {
      one.isStale = false
      const event: UnreadEvent = {
        event: 'unread',
        data: { count: await countUnread(context.db, one.userId) }
      }
      one.events.send(event.event, event.data)
    }
    one.isReading = false
  }

  /** Keeps connections alive, and ends those of sessions that have ended. */
  async function beat(): Promise<void> {
    try {
      const open = [...all]
      const hashes = open.map(one => one.sessionHash)
      const sessions = await findLiveSessions(context.db, hashes, context.now())
      for (const one of open) {
        if (sessions.has(one.sessionHash.toString('hex'))) one.events.beat()
        else one.events.close()
      }
    } catch (error) {
      context.log.warn({ error: (error as Error).message }, 'the unread streams missed a beat')
    }
  }

  /** Browsers connect again, to another process or to this one when it is back. */
  async function stop(): Promise<void> {
    isStopped = true
    clearInterval(timer)
    for (const one of [...all]) one.events.close()
    await listener?.stop()
  }

  return { open, beat, stop }
}
