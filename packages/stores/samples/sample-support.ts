import {
  type ChatConversation,
  type ChatLetter,
  listConversations,
  listLetters,
  listModeratedSuggestions,
  listSuggestions,
  markConversationRead,
  readChatConfiguration,
  readChatMessages,
  readConversation,
  readConversationMessages,
  type Suggestion
} from '@mille/api/support/endpoints.ts'
import { sampleMessage } from '../shared/sample-chat.ts'
import { type Given, given } from './sample-answer.ts'
import { pages, sampleMoment } from './sample-moments.ts'

const conversations = [conversation('7', 'Ada', 1), conversation('8', 'Ben', 0)] as const
const messages = {
  data: [sampleMessage('1', '7'), sampleMessage('2', '7', 'operator')],
  meta: {
    has_more: false,
    unread_count: 0,
    own_read_id: '1',
    other_read_id: '2',
    is_other_online: true
  }
}

export const sampleSupport: readonly Given[] = [
  given(readChatConfiguration, { provider: 'built-in' }),
  given(readChatMessages, messages),
  given(listConversations, { data: [...conversations], meta: { ...pages(2), unread_count: 1 } }),
  given(listLetters, {
    data: [letter('2', null), letter('1', sampleMoment(1))],
    meta: { ...pages(2), waiting_count: 1 }
  }),
  given(readConversation, { data: conversations[0] }),
  given(readConversationMessages, messages),
  given(markConversationRead, undefined),
  given(listSuggestions, {
    data: [
      suggestion('1', { is_voted: true, votes_count: 12 }),
      suggestion('2', { title: 'Pay out in stablecoins', state: 'planned', reply: 'This spring.' })
    ],
    meta: pages(2)
  }),
  given(listModeratedSuggestions, {
    data: [suggestion('3', { is_hidden: true }), suggestion('1', {})],
    meta: pages(2)
  })
]

function conversation(id: string, name: string, unreadCount: number): ChatConversation {
  return {
    type: 'chat_conversations',
    id,
    attributes: {
      name,
      email: `${name.toLowerCase()}@example.com`,
      unread_count: unreadCount,
      is_online: unreadCount > 0,
      last_message: {
        id: '2',
        author: 'user',
        text: 'My banner was refused, and I do not see why.',
        has_picture: false,
        created_at: sampleMoment(0)
      }
    }
  }
}

function letter(id: string, answered_at: string | null): ChatLetter {
  return {
    type: 'chat_letters',
    id,
    attributes: {
      email: 'reader@example.com',
      text: 'What does a month on your site cost?',
      page_origin: 'https://blog.example',
      created_at: sampleMoment(0),
      answered_at
    }
  }
}

function suggestion(id: string, attributes: Partial<Suggestion['attributes']>): Suggestion {
  return {
    type: 'suggestions',
    id,
    attributes: {
      title: 'Show campaigns by country',
      description: 'A table beside the languages would be enough.',
      state: 'open',
      reply: null,
      votes_count: 3,
      is_voted: false,
      is_own: false,
      is_hidden: false,
      created_at: sampleMoment(12),
      ...attributes
    }
  }
}
