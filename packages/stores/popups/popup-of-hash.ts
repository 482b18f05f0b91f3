import type { Popup } from './popups.ts'

/** Returns the popup that a link such as `#login-form` or `#!login-form` opens. */
export function popupOfHash(hash: string): Popup | null {
  switch (hash.replace(/^#!?/, '')) {
    case 'login-form':
      return { name: 'GET_SIGN_IN_POPUP' }
    case 'enter-access-code':
      return { name: 'ENTER_ACCESS_POPUP' }
    case 'password-reset':
      return { name: 'RESET_PASSWORD_POPUP' }
    case 'create-account':
      return { name: 'CREATE_ACCOUNT' }
    default:
      return null
  }
}
