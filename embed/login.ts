import { LoginElement } from '@mille/widgets/login/login-element.ts'

// A page may contain the script twice, but an element can be defined only once.
if (!customElements.get('mille-login')) customElements.define('mille-login', LoginElement)
