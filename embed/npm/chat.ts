/** `@mille/embed/chat`: the chat widget alone. */
import '../chat.ts'

export type {
  ChatElement,
  ChatEvents
} from '@mille/widgets/chat/chat-element.ts'
export { mount } from './mount.ts'
export { onMilleEvent } from './on-mille-event.ts'
