import type { ChatMessage, ChatPicture } from '@mille/api/support/endpoints.ts'
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
    picture: null,
    created_at: '2026-03-02T10:00:00.000Z'
  }
  return { type: 'chat_messages', id, attributes }
}

export function samplePicture(id: string): ChatPicture {
  const attributes = { source: `/api/v1/chat/pictures/${id}`, width: 60, height: 40 }
  return { type: 'chat_pictures', id, attributes }
}
