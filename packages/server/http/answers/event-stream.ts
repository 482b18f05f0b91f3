/** What waits for a reader that is too slow, in bytes, before it is cut off; it connects again and resumes. */
const maxWaitingBytes = 256_000
const reconnectMs = 2_000

export type EventStream = {
  body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** `data` is sent as JSON; `id` is what the browser says when it connects again. */
  send: (event: string, data: unknown, id?: string) => void
  /** A comment, so that neither side nor a proxy between takes the silence for the end. */
  beat: () => void
  close: () => void
}

/** Server-sent events (WHATWG HTML, section 9.2). `onClose` is called once, whichever side ended it. */
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
