/** `@mille/embed/announcement`: one widget, without the others. */
import '../announcement.ts'

export type {
  AnnouncementElement,
  AnnouncementEvents
} from '@mille/widgets/announcement/announcement-element.tsx'
export { mount } from './mount.ts'
