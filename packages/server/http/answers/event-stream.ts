/**
 * Maximum number of bytes that may await a slow reader before its stream is closed; the browser then reconnects and
 * resumes.
 */
const maxWaitingBytes = 256_000
const reconnectMs = 2_000

export type EventStream = {
  body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** `data` is sent as JSON; `id` is what the browser sends back when it reconnects. */
  send: (event: string, data: unknown, id?: string) => void
  /** Sends a comment, so that neither side nor a proxy in between takes the silence for a closed connection. */
  beat: () => void
  close: () => void
}

/**
 * Creates a stream of server-sent events (WHATWG HTML, section 9.2). `onClose` is called once, whichever side ends the
 * stream.
 */
export function createEventStream(onClose: () => void): EventStream {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null

  function end(): void {
    if (!controller) return
    controller = null
    onClose()
  }

  function write(text: string): void {
    if (!controller) return
    controller.enqueue(encoder.encode(text))
    if ((controller.desiredSize ?? 0) < -maxWaitingBytes) close()
  }

  function close(): void {
    const open = controller
    end()
    open?.close()
  }

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(started) {
        controller = started
      },
      cancel: end
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 })
  )
  write(`retry: ${reconnectMs}\n\n`)

  return {
    body,
    send(event, data, id) {
      write(
        `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
      )
    },
    beat: () => write(':\n\n'),
    close
  }
}
