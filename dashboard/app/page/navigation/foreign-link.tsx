type Props = {
  href: string
  /** The address where that is not what is opened. */
  text?: string
}

/** Address from another person: opened in a new tab, without a referrer. Anything but a web address stays text. */
export function ForeignLink({ href, text = href }: Props) {
  if (!/^https?:\/\//i.test(href)) return text
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <bdi dir="ltr">{text}</bdi>
    </a>
  )
}
