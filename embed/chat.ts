import { ChatElement } from '@mille/widgets/chat/chat-element.ts'

// A page may contain the script twice, but an element can be defined only once.
if (!customElements.get('mille-chat')) customElements.define('mille-chat', ChatElement)
