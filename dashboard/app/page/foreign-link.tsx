type Props = {
  href: string
  /** The address where that is not what is opened. */
  text?: string
}

/** Somebody else's address: opened apart, without telling it where from. Whatever is no web address stays text. */
export function ForeignLink({ href, text = href }: Props) {
  if (!/^https?:\/\//i.test(href)) return text
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <bdi dir="ltr">{text}</bdi>
    </a>
  )
}
