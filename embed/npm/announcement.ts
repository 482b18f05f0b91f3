/** `@mille/embed/announcement`: the announcement widget alone. */
import '../announcement.ts'

export type {
  AnnouncementElement,
  AnnouncementEvents
} from '@mille/widgets/announcement/announcement-element.ts'
export { mount } from './mount.ts'
export { onMilleEvent } from './on-mille-event.ts'
