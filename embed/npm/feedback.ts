/** `@mille/embed/feedback`: the feedback widget alone. */
import '../feedback.ts'

export type {
  FeedbackElement,
  FeedbackEvents
} from '@mille/widgets/feedback/feedback-element.ts'
export { mount } from './mount.ts'
export { onMilleEvent } from './on-mille-event.ts'
