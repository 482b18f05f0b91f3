/** `@mille/embed/marketplace`: the marketplace widget alone. */
import '../marketplace.ts'

export type {
  MarketplaceElement,
  MarketplaceEvents
} from '@mille/widgets/marketplace/marketplace-element.tsx'
export { mount } from './mount.ts'
export { onMilleEvent } from './on-mille-event.ts'
