/** `@mille/embed/marketplace`: one widget, without the others. */
import '../marketplace.ts'

export type {
  MarketplaceElement,
  MarketplaceEvents
} from '@mille/widgets/marketplace/marketplace-element.tsx'
export { mount } from './mount.ts'
export { onMilleEvent } from './on-mille-event.ts'
