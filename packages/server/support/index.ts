export { mailChatAnswer } from './away-mail.ts'
export { type ChatStreams, createChatStreams } from './chat-streams.ts'
export {
  countUnreadByUser,
  findConversation,
  readUnreadConversations
} from './conversation-queries.ts'
export { createFeedback } from './feedback-token.ts'
export { forgetSupport } from './forget.ts'
export { readWaitingLetters } from './letter-queries.ts'
export { supportRoutes } from './routes.ts'
export { tidyChat } from './tidy.ts'
