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

/* Live chat. A conversation has the id of the account it is with. */

/** One picture a message, which then needs no words; it was uploaded before and is sent once. */
const written = {
  text: plainText(chatTextLength, 0).default(''),
  picture_id: idInput.optional()
}
const hasContent = (it: { text: string; picture_id?: string | undefined }) =>
  it.text !== '' || it.picture_id !== undefined
const emptyText = { error: 'must not be empty', path: ['text'] }
const messagesPage = {
  /** Messages older than this one. */
  'page[before]': idInput.optional(),
  'page[limit]': z.coerce.number().int().min(1).max(100).default(30)
}

export const messagesInput = z.object(messagesPage)
export const sendMessageInput = z.object(written).refine(hasContent, emptyText)
export const chatPictureInput = z.object({ id: idInput })
export const readMarkInput = z.object({ message_id: idInput })
/** `after` is where the page's own list ends, 0 when it is empty; a browser that connects again sends Last-Event-ID, which wins. */
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
  /** Where its bytes are, for the two sides of the conversation. */
  source: z.string(),
  /** In pixels, so that its place is known before it is there. */
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
    /** The operator's username, for who likes to know whom they talk to. */
    author_name: z.string().nullable(),
    /** Empty where there is only a picture. */
    text: z.string(),
    picture: z.object({ id: idText, ...pictureAttributes }).nullable(),
    created_at: moment
  })
)
/** Oldest first. The reader's side is "own", the opposite side is "other". */
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
    /** The account's username, else its address, else its number. */
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
/** `unread_count` is that of conversations that wait for an answer to be read. */
export const conversationList = documentWithMeta(
  z.array(chatConversation),
  pagination.extend({ unread_count: z.number().int() })
)
export const conversationDocument = document(chatConversation)

/* Letters: what people without an account leave in the chat of any page. */

export const sendLetterInput = z.object({
  /** Made by who sends it: the same letter is sent again with the same one, another letter with another. */
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
    /** It is not proved that the address is the writer's. */
    email: z.string(),
    text: z.string(),
    /** Of the page that it was left on; null where the browser did not say. */
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
  /** The feedback token of the user document: reads the board without a session. */
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
    /** What the operator says to it. */
    reply: z.string().nullable(),
    votes_count: z.number().int(),
    is_voted: z.boolean(),
    is_own: z.boolean(),
    /** Taken off the board; only operators and the author see it. */
    is_hidden: z.boolean(),
    created_at: moment
  })
)
export const suggestionList = documentWithMeta(z.array(suggestion), pagination)
export const suggestionDocument = document(suggestion)
