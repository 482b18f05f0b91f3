import type { ChatMessage } from '@mille/api/support/endpoints.ts'
import type { ChatSide } from '@mille/api/support/streams.ts'

export function sampleMessage(
  id: string,
  conversationId: string,
  author: ChatSide = 'user'
): ChatMessage {
  const attributes = {
    conversation_id: conversationId,
    author,
    author_name: null,
    text: `Message ${id}`,
    created_at: '2026-03-02T10:00:00.000Z'
  }
  return { type: 'chat_messages', id, attributes }
}
