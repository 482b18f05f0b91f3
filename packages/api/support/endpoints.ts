import type { z } from 'zod'
import { chatPictureBytes } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type ChatConfiguration = z.infer<typeof schema.chatConfiguration>
export type ChatMessage = z.infer<typeof schema.chatMessage>
export type ChatMessages = z.infer<typeof schema.chatMessages>
export type ChatPicture = z.infer<typeof schema.chatPicture>
export type ChatPictureDocument = z.infer<typeof schema.chatPictureDocument>
export type ChatConversation = z.infer<typeof schema.chatConversation>
export type ConversationList = z.infer<typeof schema.conversationList>
export type ChatLetter = z.infer<typeof schema.chatLetter>
export type LetterList = z.infer<typeof schema.letterList>
export type Suggestion = z.infer<typeof schema.suggestion>
export type SuggestionList = z.infer<typeof schema.suggestionList>

/** Answers a plain object. Read across origins without credentials. */
export const readChatConfiguration = endpoint<Record<never, never>, ChatConfiguration>({
  method: 'GET',
  path: '/api/v1/chat/configuration',
  statuses: [200],
  auth: 'public',
  anyOrigin: true,
  errors: [],
  summary: 'Whether live chat is built in or a Chatwoot inbox'
})

export const readChatMessages = endpoint<
  z.input<typeof schema.messagesInput>,
  z.infer<typeof schema.chatMessages>
>({
  method: 'GET',
  path: '/api/v1/chat/messages',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'The newest messages of the account’s own conversation, in chronological order'
})

export const sendChatMessage = endpoint<
  z.input<typeof schema.sendMessageInput>,
  z.infer<typeof schema.chatMessageDocument>
>({
  method: 'POST',
  path: '/api/v1/chat/messages',
  statuses: [201],
  auth: 'user',
  whileSuspended: true,
  type: 'chat_messages',
  idempotency: 'required',
  errors: ['too_many_requests', 'chat_elsewhere', 'chat_picture_unknown'],
  summary: 'Sends a message to the operators; the same idempotency key never sends twice'
})

/** Maximum size of the upload form in bytes: the picture, plus room for the rest of the form. */
const formBytes = chatPictureBytes + 100_000

/** The form's field is `data[file]`. */
export const uploadChatPicture = endpoint<{ form: FormData }, ChatPictureDocument>({
  method: 'POST',
  path: '/api/v1/chat/pictures',
  statuses: [201],
  auth: 'user',
  whileSuspended: true,
  multipart: { 'data[file]': 'file' },
  formBytes,
  errors: [
    'too_many_requests',
    'chat_elsewhere',
    'chat_picture_not_taken',
    'chat_picture_too_large'
  ],
  summary: 'Uploads a picture for the next message; unsent pictures are deleted after a day'
})

/** With `If-None-Match`, the call can answer 304: a picture never changes, but permission to see it can. */
export const readChatPicture = endpoint<z.input<typeof schema.chatPictureInput>, string>({
  method: 'GET',
  path: '/api/v1/chat/pictures/{id}',
  statuses: [200, 304],
  auth: 'user',
  file: true,
  errors: ['not_found'],
  summary: 'A picture of the chat, for the account of its conversation and for operators'
})

export const markChatRead = endpoint<z.input<typeof schema.readMarkInput>, void>({
  method: 'POST',
  path: '/api/v1/chat/reads',
  statuses: [204],
  auth: 'user',
  whileSuspended: true,
  type: 'chat_reads',
  errors: ['not_found'],
  summary: 'Marks everything up to this message of the account’s own conversation as read'
})

export const listConversations = endpoint<
  z.input<typeof schema.conversationsInput>,
  ConversationList
>({
  method: 'GET',
  path: '/api/v1/admin/chat/conversations',
  statuses: [200],
  auth: 'admin',
  roles: ['support'],
  errors: [],
  summary: 'The operators’ inbox, newest message first'
})

export const readConversation = endpoint<
  z.input<typeof schema.conversationInput>,
  z.infer<typeof schema.conversationDocument>
>({
  method: 'GET',
  path: '/api/v1/admin/chat/conversations/{id}',
  statuses: [200],
  auth: 'admin',
  roles: ['support'],
  errors: ['not_found'],
  summary: 'One conversation, with its account and number of unread messages'
})

export const readConversationMessages = endpoint<
  z.input<typeof schema.conversationMessagesInput>,
  z.infer<typeof schema.chatMessages>
>({
  method: 'GET',
  path: '/api/v1/admin/chat/conversations/{id}/messages',
  statuses: [200],
  auth: 'admin',
  roles: ['support'],
  errors: ['not_found'],
  summary: 'The newest messages of a conversation, in chronological order'
})

export const answerConversation = endpoint<
  z.input<typeof schema.answerInput>,
  z.infer<typeof schema.chatMessageDocument>
>({
  method: 'POST',
  path: '/api/v1/admin/chat/conversations/{id}/messages',
  statuses: [201],
  auth: 'admin',
  roles: ['support'],
  type: 'chat_messages',
  idempotency: 'required',
  errors: ['not_found', 'chat_picture_unknown'],
  summary: 'Sends a reply; people who are away get one email'
})

/** The form's field is `data[file]`. */
export const uploadConversationPicture = endpoint<
  z.input<typeof schema.conversationPictureInput> & { form: FormData },
  ChatPictureDocument
>({
  method: 'POST',
  path: '/api/v1/admin/chat/conversations/{id}/pictures',
  statuses: [201],
  auth: 'admin',
  roles: ['support'],
  multipart: { 'data[file]': 'file' },
  formBytes,
  errors: ['not_found', 'too_many_requests', 'chat_picture_not_taken', 'chat_picture_too_large'],
  summary: 'Uploads a picture for the next reply; unsent pictures are deleted after a day'
})

export const markConversationRead = endpoint<
  z.input<typeof schema.conversationReadMarkInput>,
  void
>({
  method: 'POST',
  path: '/api/v1/admin/chat/conversations/{id}/reads',
  statuses: [204],
  auth: 'admin',
  roles: ['support'],
  type: 'chat_reads',
  errors: ['not_found'],
  summary: 'Marks everything up to this message as read by the operators'
})

/** Sent across origins without credentials. The page's origin is taken from the browser's `Origin` header. */
export const sendLetter = endpoint<z.input<typeof schema.sendLetterInput>, void>({
  method: 'POST',
  path: '/api/v1/chat/letters',
  statuses: [204],
  auth: 'public',
  anyOrigin: true,
  type: 'chat_letters',
  errors: [
    'chat_elsewhere',
    'letter_differs',
    'too_many_requests',
    'captcha_required',
    'captcha_invalid'
  ],
  summary:
    'Leaves a letter for the operators, who answer by email; the same `letter_id` is kept once'
})

export const listLetters = endpoint<z.input<typeof schema.lettersInput>, LetterList>({
  method: 'GET',
  path: '/api/v1/admin/chat/letters',
  statuses: [200],
  auth: 'admin',
  roles: ['support'],
  errors: [],
  summary: 'Letters of people without an account: those that wait first, then the newest'
})

export const markLetter = endpoint<
  z.input<typeof schema.markLetterInput>,
  z.infer<typeof schema.letterDocument>
>({
  method: 'PATCH',
  path: '/api/v1/admin/chat/letters/{id}',
  statuses: [200],
  auth: 'admin',
  roles: ['support'],
  type: 'chat_letters',
  errors: ['not_found'],
  summary: 'Marks a letter as answered, or as waiting again'
})

export const listSuggestions = endpoint<z.input<typeof schema.suggestionsInput>, SuggestionList>({
  method: 'GET',
  path: '/api/v1/suggestions',
  statuses: [200],
  // A feedback token replaces the session: the handler requires one of the two.
  auth: 'public',
  errors: ['not_authenticated'],
  summary: 'The suggestions board, for signed-in accounts and holders of a feedback token'
})

export const createSuggestion = endpoint<
  z.input<typeof schema.createSuggestionInput>,
  z.infer<typeof schema.suggestionDocument>
>({
  method: 'POST',
  path: '/api/v1/suggestions',
  statuses: [201],
  auth: 'user',
  type: 'suggestions',
  idempotency: 'optional',
  errors: ['too_many_requests'],
  summary: 'Creates a suggestion; the author’s vote is the first'
})

export const voteForSuggestion = endpoint<
  z.input<typeof schema.suggestionInput>,
  z.infer<typeof schema.suggestionDocument>
>({
  method: 'POST',
  path: '/api/v1/suggestions/{id}/vote',
  statuses: [200],
  auth: 'user',
  errors: ['not_found', 'state_not_allowed', 'too_many_requests'],
  summary: 'Votes for a suggestion; each account has one vote, no matter how often this is called'
})

export const withdrawVote = endpoint<
  z.input<typeof schema.suggestionInput>,
  z.infer<typeof schema.suggestionDocument>
>({
  method: 'DELETE',
  path: '/api/v1/suggestions/{id}/vote',
  statuses: [200],
  auth: 'user',
  errors: ['not_found', 'state_not_allowed', 'too_many_requests'],
  summary: 'Removes the vote'
})

export const listModeratedSuggestions = endpoint<
  z.input<typeof schema.moderatedSuggestionsInput>,
  SuggestionList
>({
  method: 'GET',
  path: '/api/v1/admin/suggestions',
  statuses: [200],
  auth: 'admin',
  roles: ['support'],
  errors: [],
  summary: 'All suggestions, hidden ones too, newest first'
})

export const moderateSuggestion = endpoint<
  z.input<typeof schema.moderateSuggestionInput>,
  z.infer<typeof schema.suggestionDocument>
>({
  method: 'PATCH',
  path: '/api/v1/admin/suggestions/{id}',
  statuses: [200],
  auth: 'admin',
  roles: ['support'],
  type: 'suggestions',
  errors: ['not_found'],
  summary: 'Changes the state of a suggestion, replies to it, hides it, or shows it again'
})
