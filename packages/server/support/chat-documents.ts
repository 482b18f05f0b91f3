import type { ChatConversation, ChatMessage } from '@mille/api/support/endpoints.ts'
import { findUsers } from '../accounts/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { onlineUsers } from './chat-presence.ts'
import { countUnreadByOperators, type ListedConversation } from './conversation-queries.ts'
import type { MessageRow } from './message-queries.ts'
import { type PictureRow, picturesOf } from './picture-queries.ts'

export async function messageResources(
  db: Database | Tx,
  rows: readonly MessageRow[]
): Promise<ChatMessage[]> {
  const operators = await findUsers(db, [...new Set(rows.flatMap(row => row.operator_id ?? []))])
  const names = new Map(operators.map(it => [it.id, it.username]))
  const pictures = await picturesOf(
    db,
    rows.filter(row => row.has_picture).map(row => row.id)
  )
  return rows.map(row => ({
    type: 'chat_messages',
    id: String(row.id),
    attributes: {
      conversation_id: String(row.user_id),
      author: row.author,
      author_name: row.operator_id === null ? null : (names.get(row.operator_id) ?? null),
      text: row.text,
      picture: pictureOf(pictures.get(row.id)),
      created_at: row.created_at.toISOString()
    }
  }))
}

export function pictureAttributes({ id, width, height }: PictureRow) {
  return { source: `/api/v1/chat/pictures/${id}`, width, height }
}

function pictureOf(row: PictureRow | undefined) {
  return row ? { id: String(row.id), ...pictureAttributes(row) } : null
}

export async function conversationResources(
  db: Database,
  rows: readonly ListedConversation[],
  now: Date
): Promise<ChatConversation[]> {
  const ids = rows.map(row => row.user_id)
  const users = new Map((await findUsers(db, ids)).map(user => [user.id, user]))
  const unread = await countUnreadByOperators(db, ids)
  const online = await onlineUsers(db, ids, now)
  return rows.map(row => {
    const user = users.get(row.user_id)
    const email = user?.email ?? null
    return {
      type: 'chat_conversations',
      id: String(row.user_id),
      attributes: {
        name: user?.username ?? email ?? `Account ${row.user_id}`,
        email,
        unread_count: unread.get(row.user_id) ?? 0,
        is_online: online.has(row.user_id),
        last_message: {
          id: String(row.last_message_id),
          author: row.author,
          text: row.text,
          has_picture: row.has_picture,
          created_at: row.created_at.toISOString()
        }
      }
    }
  })
}
