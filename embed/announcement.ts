import { AnnouncementElement } from '@mille/widgets/announcement/announcement-element.ts'

// A page may carry the script twice.
if (!customElements.get('mille-announcement'))
  customElements.define('mille-announcement', AnnouncementElement)
