import type { Api } from '@mille/api/client.ts'
import type { ChatMessage, ChatMessages } from '@mille/api/support/endpoints.ts'
import type { ChatEvent } from '@mille/api/support/streams.ts'
import { atom } from 'nanostores'
import { createComposer } from '../chat/composer.ts'
import { createPictureField, type UploadOptions } from '../chat/picture.ts'
import { firstProblem } from '../shared/problems.ts'

export type ConversationStores = ReturnType<typeof createConversationStores>
export type LoadedConversation = { id: string; messages: ChatMessages }
/** Lets the function that sends a form report how much of it has been sent. */
export type WatchUpload = (form: FormData, onProgress: UploadOptions['onProgress']) => void

/** State of one conversation that an operator reads and answers. */
export function createConversationStores(
  api: Api,
  { id, messages }: LoadedConversation,
  watchUpload: WatchUpload
) {
  const $messages = atom<readonly ChatMessage[]>(messages.data)
  const $hasMore = atom(messages.meta.has_more)
  const $isOnline = atom(messages.meta.is_other_online)
  /** ID of the last message that the account has read. */
  const $readId = atom(messages.meta.other_read_id)
  const composer = createComposer({
    send: message => api.support.answerConversation({ id, ...message }),
    loadPictureField: async () =>
      createPictureField((form, { signal, onProgress }) => {
        watchUpload(form, onProgress)
        return api.support.uploadConversationPicture({ id, form }, { signal })
      }),
    onSent: message => add([message])
  })

  const { $problem } = composer

  async function loadOlder() {
    const first = $messages.get()[0]
    if (!first) return
    const page = await api.support.readConversationMessages({ id, 'page[before]': first.id })
    $problem.set(page.ok ? null : firstProblem(page))
    if (!page.ok) return
    $hasMore.set(page.value.meta.has_more)
    add(page.value.data)
  }

  /** Marks all messages as read. If a mark fails, the next one covers it. */
  async function markRead() {
    const last = $messages.get().at(-1)
    if (last) await api.support.markConversationRead({ id, message_id: last.id })
  }

  function onEvent(event: ChatEvent) {
    if (event.event === 'message') {
      if (event.data.attributes.conversation_id === id) add([event.data])
    } else if (event.data.conversation_id !== id) return
    else if (event.event === 'presence') $isOnline.set(event.data.is_online)
    else if (event.data.reader === 'user') $readId.set(event.data.message_id)
  }

  /** Adds messages without duplicates: a sent message arrives both as the call's answer and in the stream. */
  function add(more: readonly ChatMessage[]) {
    const known = new Map([...$messages.get(), ...more].map(message => [message.id, message]))
    $messages.set([...known.values()].sort((one, other) => Number(one.id) - Number(other.id)))
  }

  return {
    ...composer,
    id,
    $messages,
    $hasMore,
    $isOnline,
    $readId,
    loadOlder,
    markRead,
    onEvent
  }
}
