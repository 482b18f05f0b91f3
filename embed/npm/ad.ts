/** `@mille/embed/ad`: the ad widget alone. */
import '../ad.ts'

export type {
  AdElement,
  AdEvents
} from '@mille/widgets/ad/ad-element.ts'
export { mount } from './mount.ts'
export { onMilleEvent } from './on-mille-event.ts'
