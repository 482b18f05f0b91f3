import type { WidgetLink } from '../shared/widget-link.ts'
import { feedbackMessages } from './feedback-messages.ts'

export type FeedbackLinkProps = {
  /** Where the board opens for this user. */
  href: string
  label?: string | undefined
  onOpen?: (() => void) | undefined
  /** Given by an application that has the board among its own pages; other pages open it beside themselves. */
  link?: WidgetLink
}

/** The way to the suggestions board, for an account with a feedback token. */
export function FeedbackLink({
  href,
  label = feedbackMessages.label,
  onOpen,
  link
}: FeedbackLinkProps) {
  const Link = link ?? 'a'
  const beside = link ? {} : { target: '_blank', rel: 'noopener' }
  return (
    <Link className="mille-feedback" href={href} onClick={onOpen} {...beside}>
      {label}
    </Link>
  )
}
