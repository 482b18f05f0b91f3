export { popupOfHash } from '@mille/stores/popups/popup-of-hash.ts'
export { createPopupStores, type Popup } from '@mille/stores/popups/popups.ts'
export {
  createSessionStores,
  type SessionApi,
  type SessionStores
} from '@mille/stores/session/session.ts'
export { AnonymousSignUp, type AnonymousSignUpProps } from '../login/anonymous-sign-up.tsx'
export { LoginPanel, type LoginPanelProps } from '../login/login-panel.tsx'
