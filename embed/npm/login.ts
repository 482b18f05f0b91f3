/** `@mille/embed/login`: the login widget alone. */
import '../login.ts'

export type {
  LoginElement,
  LoginEvents
} from '@mille/widgets/login/login-element.ts'
export { mount } from './mount.ts'
export { onMilleEvent } from './on-mille-event.ts'
