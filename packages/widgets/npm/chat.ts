export {
  type ChatApi,
  type ChatState,
  type ChatStores,
  createChatStores
} from '@mille/stores/chat/chat.ts'
export type { LoadPictureField } from '@mille/stores/chat/composer.ts'
export { createPictureField, type UploadPicture } from '@mille/stores/chat/picture.ts'
export { ChatPanel, type ChatPanelProps } from '../chat/chat-panel.tsx'
export { subscribeToChat } from '../chat/stream.ts'
