type Props = {
  href: string
  /** The visible text, if it differs from the address. */
  text?: string
}

/**
 * Links to an address from another user, in a new tab and without a referrer. Addresses that are not web addresses stay
 * plain text.
 */
export function ForeignLink({ href, text = href }: Props) {
  if (!/^https?:\/\//i.test(href)) return text
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <bdi dir="ltr">{text}</bdi>
    </a>
  )
}
