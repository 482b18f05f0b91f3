/** Somebody else's address: opened apart, without telling it where from. Whatever is no web address stays text. */
export function ForeignLink({ href }: { href: string }) {
  if (!/^https?:\/\//i.test(href)) return href
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <bdi dir="ltr">{href}</bdi>
    </a>
  )
}
