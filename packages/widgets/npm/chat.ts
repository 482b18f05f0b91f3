export {
  type ChatApi,
  type ChatState,
  type ChatStores,
  createChatStores
} from '@mille/stores/chat/chat.ts'
export { ChatPanel, type ChatPanelProps } from '../chat/chat-panel.tsx'
export { subscribeToChat } from '../chat/stream.ts'
