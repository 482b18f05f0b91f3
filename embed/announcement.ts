import { AnnouncementElement } from '@mille/widgets/announcement/announcement-element.ts'

// A page may contain the script twice, but an element can be defined only once.
if (!customElements.get('mille-announcement'))
  customElements.define('mille-announcement', AnnouncementElement)
