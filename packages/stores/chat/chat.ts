import type { Api } from '@mille/api/client.ts'
import type { ChatMessage } from '@mille/api/support/endpoints.ts'
import type { ChatEvent } from '@mille/api/support/streams.ts'
import { atom } from 'nanostores'
import { firstProblem } from '../shared/problems.ts'
import { createComposer, type LoadPictureField } from './composer.ts'

export type ChatState =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'signed-out' }
  /** The operator answers chats on another service. */
  | { status: 'elsewhere'; url: string }
  | {
      status: 'open'
      /** Messages, oldest first. */
      messages: ChatMessage[]
      hasMore: boolean
      isOtherOnline: boolean
      /** ID of the last message that the other side has read. */
      otherReadId: string | null
    }

/** The API calls that the chat uses. */
export type ChatApi = Pick<
  Api['support'],
  'readChatConfiguration' | 'readChatMessages' | 'sendChatMessage' | 'markChatRead'
>

/** Reports the events after the message `after` until the returned function is called. */
export type SubscribeToChat = (
  after: string | null,
  onEvent: (event: ChatEvent) => void
) => () => void

export type ChatStores = ReturnType<typeof createChatStores>

/** State of a visitor's own conversation with the operators. `start` opens it, and `stop` ends its stream. */
export function createChatStores(
  api: ChatApi,
  subscribe: SubscribeToChat,
  loadPictureField: LoadPictureField
) {
  const $chat = atom<ChatState>({ status: 'loading' })
  const composer = createComposer({
    send: message => api.sendChatMessage(message),
    loadPictureField,
    onSent: message => add([message])
  })
  let unsubscribe: (() => void) | null = null
  const { $problem } = composer
  /** Counts starts and stops, so that work begun before the last one does not continue. */
  let round = 0

  /** Opens the conversation. `isVisitor` means that the user is certainly not signed in, so there is none to load. */
  async function start({ isVisitor = false } = {}): Promise<void> {
    stop()
    const ownRound = round
    $chat.set({ status: 'loading' })
    const configuration = await api.readChatConfiguration()
    if (ownRound !== round) return
    if (!configuration.ok) return $chat.set({ status: 'failed' })
    if (configuration.value.provider === 'chatwoot') {
      const { url, website_token } = configuration.value
      const query = new URLSearchParams({ website_token })
      return $chat.set({ status: 'elsewhere', url: `${url}/widget?${query}` })
    }
    if (isVisitor) return $chat.set({ status: 'signed-out' })
    const page = await api.readChatMessages({})
    if (ownRound !== round) return
    if (!page.ok) return $chat.set({ status: page.status === 401 ? 'signed-out' : 'failed' })
    const { data, meta } = page.value
    $chat.set({
      status: 'open',
      messages: data,
      hasMore: meta.has_more,
      isOtherOnline: meta.is_other_online,
      otherReadId: meta.other_read_id
    })
    unsubscribe = subscribe(data.at(-1)?.id ?? null, onEvent)
    if (meta.unread_count > 0) await markRead()
  }

  function stop(): void {
    round += 1
    unsubscribe?.()
    unsubscribe = null
    composer.clear()
  }

  async function loadOlder(): Promise<void> {
    const chat = $chat.get()
    const first = chat.status === 'open' ? chat.messages[0] : undefined
    if (!first) return
    const page = await api.readChatMessages({ 'page[before]': first.id })
    if (!page.ok) return $problem.set(firstProblem(page))
    change({ hasMore: page.value.meta.has_more })
    add(page.value.data)
  }

  async function markRead(): Promise<void> {
    const chat = $chat.get()
    const last = chat.status === 'open' ? chat.messages.at(-1) : undefined
    // If marking fails, the next mark covers these messages.
    if (last) await api.markChatRead({ message_id: last.id })
  }

  function onEvent(event: ChatEvent): void {
    if (event.event === 'message') {
      add([event.data])
      if (event.data.attributes.author === 'operator') void markRead()
    } else if (event.event === 'read') {
      if (event.data.reader === 'operator') change({ otherReadId: event.data.message_id })
    } else if (event.data.side === 'operator') change({ isOtherOnline: event.data.is_online })
  }

  /** Adds messages without duplicates: a sent message arrives both as the call's answer and in the stream. */
  function add(more: ChatMessage[]): void {
    const chat = $chat.get()
    if (chat.status !== 'open') return
    const known = new Map([...chat.messages, ...more].map(message => [message.id, message]))
    const messages = [...known.values()].sort((one, other) => Number(one.id) - Number(other.id))
    change({ messages })
  }

  function change(changes: Partial<Extract<ChatState, { status: 'open' }>>): void {
    const chat = $chat.get()
    if (chat.status === 'open') $chat.set({ ...chat, ...changes })
  }

  return { ...composer, $chat, start, stop, loadOlder }
}
