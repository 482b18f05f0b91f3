import { type ChatEvent, chatEventNames } from './streams.ts'

/**
 * Delay before reconnecting, in milliseconds. A browser reconnects by itself when a connection breaks, but not after a
 * response such as 429 or 503.
 */
const againMs = 5_000

/**
 * Passes the events of a stream (the `path` of `chatStream` or `inboxStream`) after the message `after` to `onEvent`
 * until the returned function is called. If `after` is null, it starts with new events.
 */
export function subscribeToChat(
  path: string,
  after: string | null,
  onEvent: (event: ChatEvent) => void
): () => void {
  let last = after
  let timer: ReturnType<typeof setTimeout> | undefined
  let source = open()

  function open(): EventSource {
    const query = last === null ? '' : `?${new URLSearchParams({ after: last })}`
    const opened = new EventSource(path + query)
    for (const name of chatEventNames) {
      opened.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        if (lastEventId !== '') last = lastEventId
        // The API guarantees that the event's name and data match.
        onEvent({ event: name, data: JSON.parse(data) } as ChatEvent)
      })
    }
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return
      timer = setTimeout(() => {
        source = open()
      }, againMs)
    })
    return opened
  }

  return () => {
    clearTimeout(timer)
    source.close()
  }
}
