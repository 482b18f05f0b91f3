export type FeedbackLinkProps = {
  /** Where the board opens for this user. */
  href: string
  label?: string | undefined
  onOpen?: (() => void) | undefined
}

const messages = { label: 'Feedback' }

/** The way to the suggestions board, for who has a feedback token. */
export function FeedbackLink({ href, label = messages.label, onOpen }: FeedbackLinkProps) {
  return (
    <a className="mille-feedback" href={href} target="_blank" rel="noopener" onClick={onOpen}>
      {label}
    </a>
  )
}
