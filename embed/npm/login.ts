/** `@mille/embed/login`: one widget, without the others. */
import '../login.ts'

export type {
  LoginElement,
  LoginEvents
} from '@mille/widgets/login/login-element.ts'
export { mount } from './mount.ts'
export { onMilleEvent } from './on-mille-event.ts'
