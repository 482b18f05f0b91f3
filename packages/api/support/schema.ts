import { z } from 'zod'
import { email } from '../accounts/schema.ts'
import { captcha } from '../captcha/schema.ts'
import { chatTextLength, suggestionLengths, suggestionStates } from '../constants.ts'
import {
  document,
  documentWithMeta,
  idInput,
  idText,
  moment,
  pageInput,
  pagination,
  plainText,
  resource
} from '../schema.ts'

/* Live chat. A conversation has the ID of its account. */

/** A message has at most one picture and then needs no text. The picture is uploaded before and can be sent once. */
const written = {
  text: plainText(chatTextLength, 0).default(''),
  picture_id: idInput.optional()
}
const hasContent = (it: { text: string; picture_id?: string | undefined }) =>
  it.text !== '' || it.picture_id !== undefined
const emptyText = { error: 'must not be empty', path: ['text'] }
const messagesPage = {
  /** Limits the answer to messages older than this one. */
  'page[before]': idInput.optional(),
  'page[limit]': z.coerce.number().int().min(1).max(100).default(30)
}

export const messagesInput = z.object(messagesPage)
export const sendMessageInput = z.object(written).refine(hasContent, emptyText)
export const chatPictureInput = z.object({ id: idInput })
export const readMarkInput = z.object({ message_id: idInput })
/**
 * `after` is the last message in the page's list, 0 if the list is empty. A reconnecting browser sends `Last-Event-ID`,
 * which takes precedence.
 */
export const streamInput = z.object({
  after: z
    .string()
    .regex(/^(0|[1-9]\d{0,8})$/)
    .optional()
})

export const conversationsInput = z.object({
  ...pageInput,
  'filter[unread]': z.literal('1').optional()
})
export const conversationInput = z.object({ id: idInput })
export const conversationMessagesInput = z.object({ id: idInput, ...messagesPage })
export const answerInput = z.object({ id: idInput, ...written }).refine(hasContent, emptyText)
export const conversationPictureInput = z.object({ id: idInput })
export const conversationReadMarkInput = z.object({ id: idInput, message_id: idInput })

export const chatConfiguration = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('built-in') }),
  z.object({ provider: z.literal('chatwoot'), url: z.string(), website_token: z.string() })
])
export const chatSide = z.enum(['user', 'operator'])
const pictureAttributes = {
  /** Address of the picture's bytes, which only the two sides of the conversation can read. */
  source: z.string(),
  /** Size of the picture in pixels, so that its space is reserved before it loads. */
  width: z.number().int(),
  height: z.number().int()
}
export const chatPicture = resource('chat_pictures', z.object(pictureAttributes))
export const chatPictureDocument = document(chatPicture)
export const chatMessage = resource(
  'chat_messages',
  z.object({
    conversation_id: idText,
    author: chatSide,
    /** The operator's username, so that users know whom they talk to. */
    author_name: z.string().nullable(),
    /** Text of the message; empty if it has only a picture. */
    text: z.string(),
    picture: z.object({ id: idText, ...pictureAttributes }).nullable(),
    created_at: moment
  })
)
/** Messages, oldest first. The reader's side is "own", the opposite side is "other". */
export const chatMessages = documentWithMeta(
  z.array(chatMessage),
  z.object({
    has_more: z.boolean(),
    unread_count: z.number().int(),
    own_read_id: idText.nullable(),
    other_read_id: idText.nullable(),
    is_other_online: z.boolean()
  })
)
export const chatMessageDocument = document(chatMessage)

export const chatConversation = resource(
  'chat_conversations',
  z.object({
    /** The account's username, or its email address, or its ID if it has neither. */
    name: z.string(),
    email: z.string().nullable(),
    unread_count: z.number().int(),
    is_online: z.boolean(),
    last_message: z.object({
      id: idText,
      author: chatSide,
      text: z.string(),
      has_picture: z.boolean(),
      created_at: moment
    })
  })
)
/** `unread_count` is the number of conversations with messages that no operator has read. */
export const conversationList = documentWithMeta(
  z.array(chatConversation),
  pagination.extend({ unread_count: z.number().int() })
)
export const conversationDocument = document(chatConversation)

/* Letters: messages that people without an account leave in the chat of any page. */

export const sendLetterInput = z.object({
  /** Created by the sender. A retry of the same letter has the same ID, another letter has another ID. */
  letter_id: z.uuid('is not a UUID').toLowerCase(),
  email,
  text: plainText(chatTextLength),
  captcha
})
export const lettersInput = z.object({ ...pageInput })
export const markLetterInput = z.object({ id: idInput, is_answered: z.boolean() })
export const chatLetter = resource(
  'chat_letters',
  z.object({
    /** The sender's email address, which is not verified. */
    email: z.string(),
    text: z.string(),
    /** Origin of the page on which the letter was left; null if the browser did not send it. */
    page_origin: z.string().nullable(),
    created_at: moment,
    answered_at: moment.nullable()
  })
)
export const letterList = documentWithMeta(
  z.array(chatLetter),
  pagination.extend({ waiting_count: z.number().int() })
)
export const letterDocument = document(chatLetter)

/* Feedback: the built-in suggestions board. */

export const suggestionsInput = z.object({
  ...pageInput,
  'filter[state]': z.enum(suggestionStates).optional(),
  sort: z.enum(['-votes_count', '-created_at']).default('-votes_count'),
  /** The feedback token from the user document, which reads the board without a session. */
  token: z.string().max(1000).optional()
})
export const createSuggestionInput = z.object({
  title: plainText(suggestionLengths.title, 5),
  description: plainText(suggestionLengths.description, 0).default('')
})
export const suggestionInput = z.object({ id: idInput })
export const moderateSuggestionInput = z.object({
  id: idInput,
  state: z.enum(suggestionStates).optional(),
  reply: plainText(suggestionLengths.reply).nullable().optional(),
  is_hidden: z.boolean().optional()
})
export const moderatedSuggestionsInput = z.object({
  ...pageInput,
  'filter[state]': z.enum(suggestionStates).optional()
})

export const suggestion = resource(
  'suggestions',
  z.object({
    title: z.string(),
    description: z.string(),
    state: z.enum(suggestionStates),
    /** The operator's reply to the suggestion. */
    reply: z.string().nullable(),
    votes_count: z.number().int(),
    is_voted: z.boolean(),
    is_own: z.boolean(),
    /** Whether the suggestion was removed from the board. Only operators and its author still see it. */
    is_hidden: z.boolean(),
    created_at: moment
  })
)
export const suggestionList = documentWithMeta(z.array(suggestion), pagination)
export const suggestionDocument = document(suggestion)
