import type { Context } from '../context.ts'
import { type Listener, listenTo } from '../db/listen.ts'
import { createEventStream, type EventStream } from './answers/event-stream.ts'
import { type Failure, failure, type Reply, streamReply } from './answers/reply.ts'
import type { Call } from './serve.ts'
import { createStreamPlaces } from './stream-places.ts'

/** An event stream that a client is reading. */
export type OpenStream = { userId: number; sessionHash: Buffer; events: EventStream }

type Reading = { isReading: boolean; isStale: boolean }

type StreamKind<One extends OpenStream> = {
  /** Name of the kind of stream in the log. */
  name: string
  /** Channel of the database notifications that announce changes. */
  channel: string
  maxOfAccount: number
  tooMany: Failure
  /** Returns the roles of each session that has not ended, by its hash in hexadecimal. */
  findLiveSessions: (
    db: Context['db'],
    hashes: Buffer[],
    now: Date
  ) => Promise<Map<string, readonly string[]>>
  onNote: (note: string, open: Iterable<One>) => void
  /** Sends new events to one reader, and returns whether there are more. */
  sendNew: (one: One) => Promise<boolean>
  mayStay?: (one: One, roles: readonly string[]) => boolean
  onBeat?: (open: One[]) => Promise<void>
  onClosed?: (one: One) => Promise<void>
}

const beatMs = 15_000

/**
 * Manages the open streams of one kind in this process. A database notification only announces a change: what is sent
 * is read from the tables, which guarantee order and completeness.
 */
export function createStreamHub<One extends OpenStream>(context: Context, kind: StreamKind<One>) {
  const all = new Map<One, Reading>()
  const places = createStreamPlaces(kind.maxOfAccount)
  const closing = new Set<Promise<void>>()
  let listener: Listener | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  /** Opens a stream. `prepare` creates its reader, or refuses it. */
  async function open(
    call: Call<unknown>,
    prepare: (stream: OpenStream) => Promise<One | Failure>
  ): Promise<Reply<void>> {
    // Hono answers `HEAD` like `GET`, and the stream would never be read.
    if (call.request.method !== 'GET') return failure('method_not_allowed')
    if (isStopped) return failure('unavailable', { retryAfterSeconds: 5 })
    return places.openIn(call, kind.tooMany, leavePlace => openAt(call, prepare, leavePlace))
  }

  async function openAt(
    { session, user }: Call<unknown>,
    prepare: (stream: OpenStream) => Promise<One | Failure>,
    leavePlace: () => void
  ): Promise<Reply<void>> {
    if (!session) return failure('method_not_allowed')
    await listening()
    let opened: One | null = null
    const events = createEventStream(() => {
      leavePlace()
      if (opened) close(opened)
    })
    const one = await prepare({ userId: user.id, sessionHash: session.idHash, events })
    if ('code' in one) return one
    opened = one
    all.set(one, { isReading: false, isStale: false })
    if (isStopped) events.close()
    wake(one)
    return streamReply(events.body)
  }

  function listening(): Promise<void> {
    listener ??= listenTo(context, kind.channel, {
      onNote: note => kind.onNote(note, all.keys()),
      onConnect: () => {
        for (const one of all.keys()) wake(one)
      }
    })
    timer ??= setInterval(() => void beat(), beatMs).unref()
    return listener.ready
  }

  /** Sends new events to a reader. If more arrive while it is reading, the events are read again. */
  function wake(one: One): void {
    const reading = all.get(one)
    if (!reading) return
    reading.isStale = true
    if (reading.isReading) return
    reading.isReading = true
    void sendAll(one, reading).catch((error: Error) => {
      // The browser reconnects, and sends the id of the last event that it received.
      warn(error, 'an event stream could not be read and is closed')
      one.events.close()
    })
  }

  async function sendAll(one: One, reading: Reading): Promise<void> {
    while (reading.isStale && all.has(one)) {
      reading.isStale = false
      if (await kind.sendNew(one)) reading.isStale = true
    }
    reading.isReading = false
  }

  /** Runs at an interval: keeps connections alive, and closes the streams of sessions that have ended. */
  async function beat(): Promise<void> {
    try {
      const open = [...all.keys()]
      const hashes = open.map(one => one.sessionHash)
      const sessions = await kind.findLiveSessions(context.db, hashes, context.now())
      for (const one of open) {
        const roles = sessions.get(one.sessionHash.toString('hex'))
        if (roles && (kind.mayStay?.(one, roles) ?? true)) one.events.beat()
        else one.events.close()
      }
      await kind.onBeat?.([...all.keys()])
    } catch (error) {
      warn(error as Error, 'the event streams missed a beat')
    }
  }

  function close(one: One): void {
    if (!all.delete(one) || !kind.onClosed) return
    const closed = kind
      .onClosed(one)
      .catch((error: Error) => warn(error, 'an event stream was not closed cleanly'))
      .finally(() => closing.delete(closed))
    closing.add(closed)
  }

  /** Closes all streams. Browsers reconnect, to another process or to this one once it has restarted. */
  async function stop(): Promise<void> {
    isStopped = true
    clearInterval(timer)
    for (const one of [...all.keys()]) one.events.close()
    await Promise.all(closing)
    await listener?.stop()
  }

  const warn = (error: Error, text: string) =>
    context.log.warn({ stream: kind.name, error: error.message }, text)

  return { open, wake, beat, stop }
}
