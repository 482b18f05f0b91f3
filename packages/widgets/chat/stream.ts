import { type ChatEvent, chatEventNames, chatStream } from '@mille/api/support/streams.ts'
import type { SubscribeToChat } from '@mille/stores/chat/chat.ts'

/** Streams the account's conversation. The browser reconnects by itself and requests the messages it missed. */
export const subscribeToChat: SubscribeToChat = (after, onEvent) => {
  const query = after === null ? '' : `?${new URLSearchParams({ after })}`
  const source = new EventSource(chatStream.path + query)
  for (const name of chatEventNames) {
    source.addEventListener(name, ({ data }: MessageEvent<string>) =>
      onEvent({ event: name, data: JSON.parse(data) } as ChatEvent)
    )
  }
  return () => source.close()
}
