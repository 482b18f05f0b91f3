import type { Announcement } from '@mille/api/announcements/endpoints.ts'
import { type Translated, translate } from '../shared/words.ts'
import { announcementMessages } from './announcement-messages.ts'

export type AnnouncementBannerProps = Translated & {
  announcement: Announcement
  onDismiss: () => void
}

/** Icon for each type of announcement, because color alone must not carry meaning. */
const icons: Record<Announcement['type'], string> = {
  default: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v6m0-9v.5',
  warning: 'M12 4 2.5 20h19L12 4Zm0 6v5m0 2v.5',
  alarm: 'M8 3h8l5 5v8l-5 5H8l-5-5V8l5-5Zm4 4v6m0 3v.5'
}

/** Banner with the operator's announcement, until it is dismissed. */
export function AnnouncementBanner({ announcement, onDismiss, words }: AnnouncementBannerProps) {
  const messages = translate(announcementMessages, words)
  const { type, header, content, link, link_text } = announcement
  return (
    <section className="mille-announcement" data-type={type} aria-label={messages.name}>
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        role="img"
        aria-label={messages.types[type]}
      >
        <path d={icons[type]} />
      </svg>
      <p className="mille-announcement-words" dir="auto">
        <strong>{header}</strong>
        <span>{content}</span>
        {link !== null && <a href={link}>{link_text ?? messages.more}</a>}
      </p>
      <button type="button" aria-label={messages.dismiss} onClick={onDismiss}>
        ×
      </button>
    </section>
  )
}
