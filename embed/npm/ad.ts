/** `@mille/embed/ad`: one widget, without the others. */
import '../ad.ts'

export type {
  AdElement,
  AdEvents
} from '@mille/widgets/ad/ad-element.ts'
export { mount } from './mount.ts'
export { onMilleEvent } from './on-mille-event.ts'
