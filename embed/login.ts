import { LoginElement } from '@mille/widgets/login/login-element.ts'

// A page may carry the script twice.
if (!customElements.get('mille-login')) customElements.define('mille-login', LoginElement)
