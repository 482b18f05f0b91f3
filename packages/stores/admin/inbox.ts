import type { Api } from '@mille/api/client.ts'
import type { ChatConversation, ConversationList } from '@mille/api/support/endpoints.ts'
import type { ChatEvent } from '@mille/api/support/streams.ts'
import { computed } from 'nanostores'
import { createPagedList } from '../shared/paged-list.ts'

export type InboxStores = ReturnType<typeof createInboxStores>

/** State of the operators' conversations, newest message first, updated by the events passed to `hear`. */
export function createInboxStores(api: Api, loaded: ConversationList) {
  const list = createPagedList(loaded, offset =>
    api.support.listConversations({ 'page[offset]': offset })
  )
  const { $items } = list
  const $conversations = computed($items, items => [...items].sort(byLastMessage))
  const $unreadCount = computed(
    $items,
    items => items.filter(it => it.attributes.unread_count > 0).length
  )

  /** Reloads a conversation. The server counts unread messages, because several operators read the same ones. */
  async function refresh(id: string) {
    const result = await api.support.readConversation({ id })
    if (result.ok) list.put(result.value.data)
  }

  function change(id: string, attributes: Partial<ChatConversation['attributes']>) {
    const found = $items.get().find(it => it.id === id)
    if (found) list.put({ ...found, attributes: { ...found.attributes, ...attributes } })
  }

  function onEvent(event: ChatEvent) {
    if (event.event === 'message') void refresh(event.data.attributes.conversation_id)
    else if (event.event === 'read') {
      if (event.data.reader === 'operator') void refresh(event.data.conversation_id)
    } else if (event.data.conversation_id !== null)
      change(event.data.conversation_id, { is_online: event.data.is_online })
  }

  return { ...list, $conversations, $unreadCount, refresh, onEvent }
}

function byLastMessage(one: ChatConversation, other: ChatConversation): number {
  return Number(other.attributes.last_message.id) - Number(one.attributes.last_message.id)
}
