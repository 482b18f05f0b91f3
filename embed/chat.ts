import { ChatElement } from '@mille/widgets/chat/chat-element.tsx'

// A page may carry the script twice.
if (!customElements.get('mille-chat')) customElements.define('mille-chat', ChatElement)
