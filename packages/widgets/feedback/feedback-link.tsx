import type { WidgetLink } from '../shared/widget-link.ts'
import { feedbackMessages } from './feedback-messages.ts'

export type FeedbackLinkProps = {
  /** Address at which the board opens for this user. */
  href: string
  label?: string | undefined
  onOpen?: (() => void) | undefined
  /**
   * Link component of an application that has the board among its own pages; without it, the board opens in a new tab.
   */
  link?: WidgetLink
}

/** Link to the suggestions board, for an account with a feedback token. */
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
