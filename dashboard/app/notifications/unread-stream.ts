import { notificationStream, type UnreadEvent } from '@mille/api/notifications/streams.ts'

/**
 * Retry delay in milliseconds. A browser reconnects by itself after a lost connection, but not after an answer such as
 * 429 or 503.
 */
const againMs = 15_000

/**
 * Reports the number of unread notifications whenever it changes, only while the page is visible: over HTTP/1.1 a
 * browser has six connections to a site, and background tabs would occupy them. Returns a function that stops it.
 */
export function subscribeToUnread(onCount: (count: number) => void): () => void {
  const stopping = new AbortController()
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function open() {
    clearTimeout(timer)
    if (source || document.visibilityState === 'hidden') return
    const opened = new EventSource(notificationStream.path)
    source = opened
    opened.addEventListener('unread', ({ data }: MessageEvent<string>) =>
      onCount((JSON.parse(data) as UnreadEvent['data']).count)
    )
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return
      close()
      timer = setTimeout(open, againMs)
    })
  }

  function close() {
    clearTimeout(timer)
    source?.close()
    source = null
  }

  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'hidden' ? close() : open()),
    stopping
  )
  open()
  return () => {
    stopping.abort()
    close()
  }
}
