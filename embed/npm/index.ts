/** `@mille/embed`: all widgets as custom elements, with their types. Each element needs the attribute `server`. */
import './ad.ts'
import './announcement.ts'
import './chat.ts'
import './feedback.ts'
import './login.ts'
import './marketplace.ts'

export type { AdElement, AdEvents } from '@mille/widgets/ad/ad-element.ts'
export type {
  AnnouncementElement,
  AnnouncementEvents
} from '@mille/widgets/announcement/announcement-element.ts'
export type { ChatElement, ChatEvents } from '@mille/widgets/chat/chat-element.ts'
export type { FeedbackElement, FeedbackEvents } from '@mille/widgets/feedback/feedback-element.ts'
export type { LoginElement, LoginEvents } from '@mille/widgets/login/login-element.ts'
export type {
  MarketplaceElement,
  MarketplaceEvents
} from '@mille/widgets/marketplace/marketplace-element.tsx'
export {
  $locale,
  $theme,
  $user,
  type SharedStores,
  type SharedUser
} from '@mille/widgets/shared/shared-stores.ts'
export type { MilleAttributes, MilleElementName } from './attributes.ts'
export { mount } from './mount.ts'
export { onMilleEvent } from './on-mille-event.ts'
