import { type ChatEvent, chatEventNames } from './streams.ts'

/** A browser tries again by itself when a connection breaks, but not after an answer such as 429 or 503. */
const againMs = 5_000

/**
 * Tells what happens in a stream (the `path` of `chatStream` or `inboxStream`) after the message `after`, for as long as
 * it takes; returns what stops it. `after` null: from now on.
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
        // The event's name and its data belong together by the contract.
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
