import { ChatElement } from '@mille/widgets/chat/chat-element.ts'

// A page may carry the script twice.
if (!customElements.get('mille-chat')) customElements.define('mille-chat', ChatElement)
